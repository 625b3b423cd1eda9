-- In the order of whoever writes for an import: a server of before may be at it.
lock table import, offer, offer_version in access exclusive mode;
-- The same point, in words that PostgreSQL takes into the statement: calling a function for each row took an import a thirtieth of its time.
create or replace function kade_point(latitude float8, longitude float8) returns public.cube
language sql immutable parallel safe as $$
  select case when latitude is null or longitude is null then null else public.cube(array[
    cos(radians(latitude)) * cos(radians(longitude)) * 6371000,
    cos(radians(latitude)) * sin(radians(longitude)) * 6371000,
    sin(radians(latitude)) * 6371000
  ]) end
$$;
-- Each batch holds the line of its import (hold_import), and no such line is ever removed: to look for it again for every row took a twentieth.
alter table offer drop constraint offer_added_in_fkey;
alter table offer_version drop constraint offer_version_added_in_fkey;
