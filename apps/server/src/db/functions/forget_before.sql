-- Rows that the application may not delete one by one are deleted here when their period is over.

-- Limits a purge: in a live program nothing younger than p_period is purged, whatever moment the
-- application passes.
create or replace function forget_before(p_before timestamptz, p_period interval)
returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select case when exists (select from database_mark where kind = 'live')
    then least(p_before, now() - p_period) else p_before end
$$;

revoke execute on function forget_before from public;
