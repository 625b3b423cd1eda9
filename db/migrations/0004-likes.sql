-- What shoppers like. The keys make each like one, whatever door it comes through.
create table liked_offer (
  consumer_id uuid not null references consumer on delete cascade,
  offer_id uuid not null references offer on delete cascade,
  liked_at timestamptz not null,
  primary key (consumer_id, offer_id)
);
create index liked_offer_offer on liked_offer (offer_id);

create table liked_shop (
  consumer_id uuid not null references consumer on delete cascade,
  shop_id uuid not null references shop on delete cascade,
  liked_at timestamptz not null,
  primary key (consumer_id, shop_id)
);
create index liked_shop_shop on liked_shop (shop_id);

-- Every like, unlike and counted click, in the order in which they came: rows are added, never changed but to forget. No consumer: a
-- guest, or somebody whose account is gone. The target is no reference, for what was done stays true.
create table interaction (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  consumer_id uuid references consumer on delete set null,
  kind text not null check (kind in ('OFFER_LIKE', 'SHOP_LIKE', 'OFFER_CLICK', 'SHOP_CLICK')),
  target_id uuid not null,
  action text not null check (action in ('ADD', 'REMOVE')),
  latitude float8,
  longitude float8,
  -- The position is rounded to a kilometre or so; null where there is none.
  is_rounded boolean not null default false,
  device text,
  platform text,
  check ((latitude is null) = (longitude is null))
);
create index interaction_consumer on interaction (consumer_id, id) where consumer_id is not null;
create index interaction_at on interaction (at);
-- What is still to be forgotten of them.
create index interaction_described on interaction (at) where latitude is not null or device is not null or platform is not null;
create index interaction_exact on interaction (at) where latitude is not null and not is_rounded;

-- Who has clicked what lately: a hash of the visitor, until the click may count again.
create table click_window (
  visitor text not null,
  target_id uuid not null,
  ends_at timestamptz not null,
  primary key (visitor, target_id)
);
create index click_window_ends on click_window (ends_at);

-- Clicks that are not yet added to their offer or shop: rows that nobody waits for, folded every few seconds.
create table click (
  id bigint generated always as identity primary key,
  is_shop boolean not null,
  target_id uuid not null
);

-- "It did not work": what shoppers say of an offer, each once until an operator has checked it.
create table report (
  offer_id uuid not null references offer on delete cascade,
  consumer_id uuid not null references consumer on delete cascade,
  reason text not null check (reason in ('expired', 'closed', 'refused', 'not-as-described')),
  at timestamptz not null,
  checked_at timestamptz,
  primary key (offer_id, consumer_id)
);
create index report_consumer on report (consumer_id);

-- What is popular. An import adds nothing to it.
create index offer_clicks on offer (clicks desc) where clicks > 0;

-- The latest report of an offer that enough have reported and nobody has checked.
alter table offer add column reported_at timestamptz;
create index offer_reported on offer (reported_at) where reported_at is not null;
