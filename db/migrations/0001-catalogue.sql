-- Offers and shops, and the imports that bring them.
--
-- An offer and a shop are an identity (offer, shop), which likes and links point to, and versions of its facts (offer_version,
-- shop_version). An import writes new versions that nobody sees, marks the ones that they replace, and publishes all of it by taking its
-- number out of catalogue.hidden. The views current_offer and current_shop are the only way in which facts are read.

create extension if not exists pg_trgm;
create extension if not exists cube;

-- A place on the globe as a point in space, in metres, so that a gist index answers "nearest" (earthdistance is no trusted extension).
-- Qualified, because index builds run with a search path of pg_catalog alone.
create function kade_point(latitude float8, longitude float8) returns public.cube
language sql immutable strict parallel safe as $$
  select public.cube(array[
    cos(radians(latitude)) * cos(radians(longitude)) * 6371000,
    cos(radians(latitude)) * sin(radians(longitude)) * 6371000,
    sin(radians(latitude)) * 6371000
  ])
$$;

create table import (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('upload', 'demo', 'fill')),
  state text not null check (state in ('running', 'published', 'failed', 'abandoned')),
  file_name text,
  file_hash text,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- The versions that it replaced are gone.
  is_cleaned boolean not null default false,
  report jsonb
);
create index import_state on import (state, is_cleaned);

-- One row: the imports whose rows must not show, and a number that grows with every change that readers see.
create table catalogue (
  is_only boolean primary key default true check (is_only),
  hidden integer[] not null default '{}',
  revision bigint not null default 0
);
insert into catalogue default values;

create table category (
  id uuid primary key,
  name text not null unique,
  position integer not null
);

-- The thirteen in the field; an import may bring others, which come behind them.
insert into category (id, name, position)
select gen_random_uuid(), name, position - 1
from unnest(array['Food', 'Retail', 'Hotels & Accommodation', 'Travel & Transport', 'Banks', 'Online', 'Services', 'Entertainment', 'Health', 'Beauty', 'Electronics', 'Fashion', 'Other'])
  with ordinality as known (name, position);

create table shop (
  id uuid primary key,
  added_in integer not null references import (id),
  created_at timestamptz not null,
  clicks integer not null default 0
);
create index shop_import on shop (added_in);

-- Every key that a shop is known by: its folded name and address, or the number that the file's author gave it. The key is a hash, for an index takes no long text.
create table shop_identity (
  key text primary key,
  shop_id uuid not null references shop (id) on delete cascade,
  name_key text,
  address text,
  added_in integer not null references import (id)
);
create index shop_identity_shop on shop_identity (shop_id);
create index shop_identity_name on shop_identity (name_key) where name_key is not null;
create index shop_identity_import on shop_identity (added_in);

create table shop_version (
  -- The order is the row's: what a scan looks at stands in front, for every column before it has to be stepped over.
  id bigint generated always as identity primary key,
  shop_id uuid not null references shop (id) on delete cascade,
  added_in integer not null references import (id),
  removed_in integer references import (id),
  withdrawn_at timestamptz,
  name_key text not null,
  search_text text not null,
  name text not null,
  address text,
  description text,
  phone text,
  email text,
  website text,
  image_url text,
  logo_url text,
  category text,
  categories text[] not null default '{}',
  rating real,
  latitude float8,
  longitude float8,
  point cube generated always as (kade_point(latitude, longitude)) stored,
  hours jsonb,
  special_hours jsonb not null default '[]',
  facebook text,
  twitter text,
  instagram text,
  unique (shop_id, added_in),
  check ((latitude is null) = (longitude is null))
) with (fillfactor = 80);
create index shop_version_name on shop_version (name_key, shop_id);
create index shop_version_search on shop_version using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 1024);
create index shop_version_point on shop_version using gist (point);

create table offer (
  id uuid primary key,
  -- A hash of what makes it this offer: external id; else address and title; else shop, title and start.
  identity text not null unique,
  added_in integer not null references import (id),
  created_at timestamptz not null,
  clicks integer not null default 0
);
create index offer_import on offer (added_in);

create table offer_version (
  -- The order is the row's: what a scan looks at stands in front, for every column before it has to be stepped over.
  id bigint generated always as identity primary key,
  offer_id uuid not null references offer (id) on delete cascade,
  shop_id uuid not null references shop (id),
  added_in integer not null references import (id),
  -- Closed on both sides; an offer without a start or an end has an infinite one.
  starts_at timestamptz not null default '-infinity',
  ends_at timestamptz not null default 'infinity',
  removed_in integer references import (id),
  withdrawn_at timestamptz,
  category text not null,
  search_text text not null,
  title text not null,
  description text,
  image_url text,
  tags text[] not null default '{}',
  rating real,
  discount real not null default 0 check (discount between 0 and 100),
  discount_is_up_to boolean not null default false,
  discount_is_from_text boolean not null default false,
  -- What counts as a saving: "up to" does not.
  counted_discount real generated always as (case when discount_is_up_to then 0 else discount end) stored,
  -- Minor units of the city's currency.
  original_price bigint check (original_price >= 0),
  discounted_price bigint check (discounted_price >= 0),
  minimum_purchase bigint check (minimum_purchase >= 0),
  usage_limit integer check (usage_limit > 0),
  terms text,
  redemption_code text,
  offer_url text,
  weekdays text[] not null default '{}',
  valid_from text,
  valid_to text,
  payment text,
  new_customers_only boolean not null default false,
  service text[] not null default '{}',
  -- Copies from the shop, so that one index answers each question of a list.
  latitude float8,
  longitude float8,
  point cube generated always as (kade_point(latitude, longitude)) stored,
  unique (offer_id, added_in),
  check (starts_at <= ends_at),
  check ((latitude is null) = (longitude is null))
) with (fillfactor = 80);
create index offer_version_ending on offer_version (ends_at, offer_id);
create index offer_version_category on offer_version (category, ends_at, offer_id);
create index offer_version_shop on offer_version (shop_id, ends_at, offer_id);
create index offer_version_discount on offer_version (counted_discount desc, offer_id desc);
create index offer_version_search on offer_version using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 1024);
-- What a list by distance ends with.
create index offer_version_nowhere on offer_version (ends_at, offer_id) where latitude is null;
create index offer_version_point on offer_version using gist (point);

-- A version shows unless its import is hidden; a replaced one shows for as long as the import that replaced it is hidden.
-- The case is essential: the same as a conjunction is misjudged by the planner, and lists become eight times slower.
create view current_offer as
select * from offer_version
where case
  when added_in = any ((select hidden from catalogue)::integer[]) then false
  when removed_in is null then true
  else removed_in = any ((select hidden from catalogue)::integer[])
end;

create view current_shop as
select * from shop_version
where case
  when added_in = any ((select hidden from catalogue)::integer[]) then false
  when removed_in is null then true
  else removed_in = any ((select hidden from catalogue)::integer[])
end;

-- One row for what the installation itself must remember, such as the hash of the admin key.
create table setting (
  name text primary key,
  value text not null
);

-- Who did what to the marketplace, and who tried.
create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null,
  outcome text not null check (outcome in ('done', 'refused', 'failed')),
  request_id text,
  detail jsonb not null default '{}'
);
create index audit_event_at on audit_event (at);
