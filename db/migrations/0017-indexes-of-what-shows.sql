-- What is withdrawn leaves the indexes that shoppers read: after the undo of a large file every list and every total would walk past it, for good.
drop index offer_version_ending, offer_version_category, offer_version_discount, offer_version_search, offer_version_nowhere, offer_version_category_point;
create index offer_version_ending on offer_version (ends_at, offer_id) where withdrawn_at is null;
create index offer_version_category on offer_version (category, ends_at, offer_id) where withdrawn_at is null;
create index offer_version_discount on offer_version (counted_discount desc, offer_id desc) where withdrawn_at is null;
create index offer_version_search on offer_version using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 1024) where withdrawn_at is null;
create index offer_version_nowhere on offer_version (ends_at, offer_id) where withdrawn_at is null and latitude is null;
create index offer_version_category_point on offer_version using gist (category, point) where withdrawn_at is null;
-- Operators look for what is withdrawn as well.
create index offer_version_withdrawn on offer_version (ends_at, offer_id) where withdrawn_at is not null;
