-- A file is checked first: its rows are written where nobody sees them. Somebody looks at what would change, and publishes it or not.
alter table import drop constraint import_kind_check;
alter table import add constraint import_kind_check check (kind in ('upload', 'shops', 'edit', 'undo', 'demo', 'fill'));
alter table import drop constraint import_state_check;
alter table import add constraint import_state_check
  check (state in ('running', 'checked', 'published', 'cancelled', 'failed', 'abandoned'));
-- Why it did not come to its end, in words for the operator.
alter table import add column failure text;
-- How far it is: bytes of the file, bytes read, rows read.
alter table import add column progress jsonb;
