-- Who writes for an import holds it until what was written is: another server may have given it up meanwhile. An error, so that it can be sent together
-- with all that comes behind it. Nobody waits for the disk then: what publishes the rows does, and with its own lines of the log come all before them.
create function hold_import(held integer) returns void
language plpgsql as $$
begin
  perform from import where id = held and state = 'running' for share;
  if not found then
    raise exception 'import % runs no more', held using errcode = 'KD001';
  end if;
  perform set_config('synchronous_commit', 'off', true);
end
$$;
