-- Adds to counters on the fast path, creates missing counters, and returns their ids in order.
-- Raises TL010 unless all of them are within their ceilings.
create or replace function ledger.count_plainly(
  p_subjects uuid[], p_windows text[], p_amounts bigint[], p_counts bigint[],
  p_amount_room bigint[], p_count_room bigint[]
) returns bigint[]
language plpgsql set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_ids bigint[];
  v_updated int;
  v_created int;
begin
  with w as (
    update ledger.counter k set amount = k.amount + u.amount, count = k.count + u.count
    from (
      select generate_series(1, cardinality(p_subjects)) as n, unnest(p_subjects) as subject,
        unnest(p_windows) as time_window, unnest(p_amounts) as amount, unnest(p_counts) as count,
        unnest(p_amount_room) as amount_room, unnest(p_count_room) as count_room
    ) u
    -- While the table is still small, a direct join could be planned in the opposite order, and
    -- that plan would be kept. Therefore, each counter is found by its ctid.
    cross join lateral (
      select f.ctid as place from ledger.counter f
      where f.subject = u.subject and f.time_window = u.time_window offset 0
    ) found
    where k.ctid = found.place
      and (k.amount <= u.amount_room or u.amount_room is null)
      and (k.count <= u.count_room or u.count_room is null)
    returning u.n, k.id
  )
  select array_agg(w.id order by w.n), count(*) into v_ids, v_updated from w;
  if v_updated = cardinality(p_subjects) then
    return v_ids;
  end if;
  -- Counters that were updated, or that are at their ceilings, already exist and conflict.
  insert into ledger.counter (subject, time_window, amount, count)
  select u.subject, u.time_window, u.amount, u.count
  from (
    select unnest(p_subjects) as subject, unnest(p_windows) as time_window,
      unnest(p_amounts) as amount, unnest(p_counts) as count,
      unnest(p_amount_room) as amount_room, unnest(p_count_room) as count_room
  ) u
  where coalesce(u.amount_room, 0) >= 0 and coalesce(u.count_room, 0) >= 0
  on conflict do nothing;
  get diagnostics v_created = row_count;
  if v_updated + v_created <> cardinality(p_subjects) then
    raise exception 'needs a decision' using errcode = 'TL010';
  end if;
  select array_agg(k.id order by u.n) into v_ids
  from (select generate_series(1, cardinality(p_subjects)) as n, unnest(p_subjects) as subject,
    unnest(p_windows) as time_window) u
  join ledger.counter k on k.subject = u.subject and k.time_window = u.time_window;
  return v_ids;
end $$;

revoke execute on function ledger.count_plainly from public;
