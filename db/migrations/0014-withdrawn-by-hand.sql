-- An offer that went because its shop was withdrawn by hand: it comes back with the shop. One that was withdrawn before does not.
alter table offer_version add column withdrawn_with_shop boolean not null default false;

-- A view keeps the columns that its table had: the same again, with the new one.
create or replace view current_offer as
select * from offer_version
where case
  when added_in = any ((select hidden from catalogue)::integer[]) then false
  when removed_in is null then true
  else removed_in = any ((select hidden from catalogue)::integer[])
end;

-- Reports that nobody has checked.
create index report_open on report (offer_id) where checked_at is null;
