-- What somebody has written anew in the refused rows of a file: they belong to the file, told by its bytes, and are read with it whenever it is sent again.
create table correction (
  file_hash text not null,
  kind text not null,
  row integer not null,
  -- By the names of our columns. As json, which holds any character.
  cells json not null,
  primary key (file_hash, kind, row)
);
