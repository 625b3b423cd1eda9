-- What the words of an offer seem to ask, where no column states it, with the words it was read from (contract/suggest-conditions.ts).
-- Null where they suggest nothing. Amounts are minor units. Offers from before get theirs with the next import that names them.
alter table offer_version add column conditions_from_text jsonb;

-- A view keeps the columns that its table had: the same again, with the new one.
create or replace view current_offer as
select * from offer_version
where case
  when added_in = any ((select hidden from catalogue)::integer[]) then false
  when removed_in is null then true
  else removed_in = any ((select hidden from catalogue)::integer[])
end;
