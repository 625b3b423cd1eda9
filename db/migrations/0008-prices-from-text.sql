-- The prices were read from the words of the title or description, and no column states them (contract/offer-csv-price-words.ts).
alter table offer_version add column prices_are_from_text boolean not null default false;

-- A view keeps the columns that its table had: the same again, with the new one.
create or replace view current_offer as
select * from offer_version
where case
  when added_in = any ((select hidden from catalogue)::integer[]) then false
  when removed_in is null then true
  else removed_in = any ((select hidden from catalogue)::integer[])
end;
