-- What is looked up by its key alone needs no fine statistics. To gather them everybody waits on the embedded engine: a tenth of the rows is read so,
-- and those of what imports replaced are wide.
alter table offer_past alter column removed_in set statistics 10, alter column offer_id set statistics 10, alter column added_in set statistics 10;
alter table shop_past alter column removed_in set statistics 10, alter column shop_id set statistics 10, alter column added_in set statistics 10;
alter table offer alter column id set statistics 10, alter column identity set statistics 10, alter column external_id set statistics 10,
  alter column added_in set statistics 10, alter column created_at set statistics 10, alter column clicks set statistics 10,
  alter column reported_at set statistics 10;
alter table shop alter column id set statistics 10, alter column added_in set statistics 10, alter column created_at set statistics 10,
  alter column clicks set statistics 10;
