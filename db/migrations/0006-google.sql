-- The address that Google had verified when it was connected, folded: whoever resets a password keeps the connection only where it is the account's own.
alter table consumer
  add column google_email_key text,
  add check ((google_email_key is null) = (google_subject is null));

-- Proofs of Google that have let somebody in, by their nonce, until they are too old anyway: each works once.
create table used_proof (
  nonce text primary key,
  expires_at timestamptz not null
);
create index used_proof_expires on used_proof (expires_at);
