-- Pictures that offers and shops name by an address, and what became of fetching each (api/fetched-pictures/). The address is the key: who
-- names another gets another picture. An import reads at most 2 000 letters, which an index takes.
create table fetched_picture (
  url text primary key check (octet_length(url) <= 2000),
  host text not null,
  -- Of its files. Given at the beginning, so that whoever goes on after a crash writes over what is there.
  name text not null,
  state text not null default 'waiting' check (state in ('waiting', 'kept', 'failed')),
  -- Where it is served; an offer's image_url stays what the file said.
  address text,
  bytes integer not null default 0,
  attempts integer not null default 0,
  -- When a waiting one may be asked; while it is asked, when it may be asked again if nobody says how it went.
  due_at timestamptz not null,
  -- Why it failed, or waits again.
  reason text,
  settled_at timestamptz,
  -- When an offer or a shop that shows was last seen to name it.
  used_at timestamptz not null,
  check ((state = 'kept') = (address is not null))
) with (fillfactor = 80);
create index fetched_picture_due on fetched_picture (due_at, host) where state = 'waiting';
create index fetched_picture_problem on fetched_picture (settled_at) where reason is not null;
