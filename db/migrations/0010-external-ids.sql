-- The numbers that the author of a file gave to offers and shops, as they stood there: an export has to write them again, and the keys
-- hold their hashes alone. What was imported before gets them with the next import that names it.
alter table offer add column external_id text;
alter table shop_identity add column external_id text;
create index shop_identity_external on shop_identity (shop_id) where external_id is not null;
