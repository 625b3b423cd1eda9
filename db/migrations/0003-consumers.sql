-- A shopper with an account. Addresses are compared by email_key, their folded form.
create table consumer (
  id uuid primary key,
  email text not null,
  email_key text not null unique,
  name text not null,
  phone text not null,
  gender text not null check (gender in ('Male', 'Female', 'Other')),
  -- YYYY-MM-DD: a day without a time zone, which a date of the driver would have.
  birthday text check (birthday ~ '^\d{4}-\d{2}-\d{2}$'),
  -- The name of the uploaded file.
  picture text,
  -- None where somebody has only ever signed in with Google.
  password_hash text,
  interested_tags text[] not null default '{}',
  interested_categories text[] not null default '{}',
  google_issuer text,
  google_subject text,
  email_confirmed_at timestamptz,
  created_at timestamptz not null,
  unique (google_issuer, google_subject),
  check ((google_issuer is null) = (google_subject is null))
);

-- A browser or an app in which somebody is signed in. A token names one; without its row a token is worth nothing.
create table session (
  id uuid primary key,
  consumer_id uuid not null references consumer on delete cascade,
  device text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_consumer on session (consumer_id);
create index session_expires on session (expires_at);

-- What the link of a mail carries, by its hash alone. `email` is the address that the mail went to.
create table mail_token (
  hash text primary key,
  consumer_id uuid not null references consumer on delete cascade,
  purpose text not null check (purpose in ('confirm', 'reset')),
  email text not null,
  expires_at timestamptz not null
);
create index mail_token_consumer on mail_token (consumer_id);
create index mail_token_expires on mail_token (expires_at);

-- How often something has been tried, by a hash of who tried what, until ends_at.
create table throttle (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index throttle_ends on throttle (ends_at);
