-- What a file held that was refused, kept whole: to be mended and checked again, or downloaded with the reasons.
create table refused_row (
  import_id integer not null references import (id),
  row integer not null,
  -- The cells as they stood in the file, in the order of its columns. As json, which holds any character.
  cells json not null,
  -- Whether it is certain which cell belongs to which column.
  is_whole boolean not null,
  problems json not null,
  primary key (import_id, row)
);

-- How the file was read, for whatever of it is read later: the names of its columns, and the order of its dates.
alter table import add column reading json;

-- Which offers a file that was checked has named, and in which row: in pieces, each of many offers.
create table file_offers (
  import_id integer not null references import (id),
  piece integer not null,
  offers bytea not null,
  primary key (import_id, piece)
);
