-- Deletes rows whose retention period has ended and that the application cannot delete itself.

-- Limits a purge: in a live program, nothing newer than p_period is purged, regardless of the time
-- that the application passes.
create or replace function forget_before(p_before timestamptz, p_period interval)
returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select case when exists (select from database_mark where kind = 'live')
    then least(p_before, now() - p_period) else p_before end
$$;

revoke execute on function forget_before from public;
