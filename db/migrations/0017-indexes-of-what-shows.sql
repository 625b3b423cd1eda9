-- What is withdrawn leaves the indexes by which shoppers list offers: after the undo of a large file every list and every total would walk past it, for good.
-- Built beside those that they replace, which go at the very end: only then do readers wait.
create index offer_shown_ending on offer_version (ends_at, offer_id) where withdrawn_at is null;
create index offer_shown_newest on offer_version (offer_id) where withdrawn_at is null;
create index offer_shown_category on offer_version (category, ends_at, offer_id) where withdrawn_at is null;
create index offer_shown_discount on offer_version (counted_discount desc, offer_id desc) where withdrawn_at is null;
create index offer_shown_search on offer_version using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 1024) where withdrawn_at is null;
create index offer_shown_nowhere on offer_version (ends_at, offer_id) where withdrawn_at is null and latitude is null;
create index offer_shown_category_point on offer_version using gist (category, point) where withdrawn_at is null;
-- Operators look for what is withdrawn as well.
create index offer_withdrawn_ending on offer_version (ends_at, offer_id) where withdrawn_at is not null;
create index offer_withdrawn_search on offer_version using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 1024) where withdrawn_at is not null;
drop index offer_version_ending, offer_version_category, offer_version_discount, offer_version_search, offer_version_nowhere, offer_version_category_point;
