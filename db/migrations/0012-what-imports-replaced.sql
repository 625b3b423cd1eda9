-- What an import replaced is kept, so that it can be undone: beside the tables that shoppers read, which stay as lean as they were.

-- An undo is an import too: one that takes back another. Nothing is undone twice.
alter table import add column undoes integer references import (id);
create unique index import_undone on import (undoes) where state = 'published';
-- Not those from before, nor the demo city and made-up ones: what they replace is removed.
alter table import add column keeps_past boolean not null default false;

-- The import whose facts these are, where an undo (added_in) has brought them back.
alter table offer_version add column restored_from integer references import (id);
alter table shop_version add column restored_from integer references import (id);

-- A view keeps the columns that its table had: the same again, with the new one.
create or replace view current_offer as
select * from offer_version
where case
  when added_in = any ((select hidden from catalogue)::integer[]) then false
  when removed_in is null then true
  else removed_in = any ((select hidden from catalogue)::integer[])
end;
create or replace view current_shop as
select * from shop_version
where case
  when added_in = any ((select hidden from catalogue)::integer[]) then false
  when removed_in is null then true
  else removed_in = any ((select hidden from catalogue)::integer[])
end;

-- The facts of an import (added_in) that a later one replaced (removed_in), with whatever columns a version had then. No foreign key to
-- the offer: one that has a past was published, and is never deleted; those of an import that is given up are, and would be looked for here.
create table offer_past (
  removed_in integer not null references import (id),
  offer_id uuid not null,
  added_in integer not null references import (id),
  facts jsonb not null,
  primary key (removed_in, offer_id)
);
-- Who has replaced what an import said: the greatest is what has to be undone first.
create index offer_past_replaced on offer_past (added_in, removed_in);

create table shop_past (
  removed_in integer not null references import (id),
  shop_id uuid not null,
  added_in integer not null references import (id),
  facts jsonb not null,
  primary key (removed_in, shop_id)
);
create index shop_past_replaced on shop_past (added_in, removed_in);
