-- "Not interested": offers that a shopper does not want recommended. The key makes each one, however often it is said.
create table dismissed_offer (
  consumer_id uuid not null references consumer on delete cascade,
  offer_id uuid not null references offer on delete cascade,
  dismissed_at timestamptz not null,
  primary key (consumer_id, offer_id)
);
create index dismissed_offer_offer on dismissed_offer (offer_id);

-- "Start over": clicks from before it say nothing about the shopper any more.
alter table consumer add column recommended_from timestamptz;

-- How much an offer has been liked and clicked lately, each time weighed by how long ago it was. `heat` is the binary logarithm of that sum as
-- it will have been at one fixed moment, so that it need not be changed while time goes by: of two offers the hotter one stays the hotter.
create table popularity (
  offer_id uuid primary key references offer on delete cascade,
  heat float8 not null
);
create index popularity_heat on popularity (heat desc);

-- One row: up to which interaction popularity has been added up.
create table popularity_cursor (
  is_only boolean primary key default true check (is_only),
  interaction_id bigint not null default 0
);
insert into popularity_cursor default values;

-- Models that were learned, by city. The newest that serves is the one in use; the few before it are kept to go back to.
create table recommender_model (
  id bigint generated always as identity primary key,
  city text not null,
  trained_at timestamptz not null,
  -- The interactions it was learned from end here.
  interaction_id bigint not null,
  -- It was no worse than the one before it, on interactions that neither had seen. None while it is being written.
  serves boolean,
  metrics jsonb not null,
  -- Of all its parts. None where it does not serve.
  size integer
);
create index recommender_model_city on recommender_model (city, id desc);

-- The bytes of a model, piece by piece: no statement has to carry them all.
create table recommender_model_part (
  model_id bigint not null references recommender_model on delete cascade,
  place integer not null,
  bytes bytea not null,
  primary key (model_id, place)
);
