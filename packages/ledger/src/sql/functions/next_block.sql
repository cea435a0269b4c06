-- Returns the next block to seal: rows of transactions before the oldest running one, up to about
-- p_limit movements. n is null if there is nothing new.
create or replace function ledger.next_block(p_limit int, out n bigint, out from_xid bigint,
  out to_xid bigint, out prev_hash bytea, out rows bigint, out hash bytea)
language plpgsql security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan as $$
declare
  v_horizon bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  v_window bigint := 64;
  v_found bigint;
begin
  select s.n, s.to_xid, s.hash into n, from_xid, prev_hash
  from ledger.seal s order by s.n desc limit 1;
  n := coalesce(n, 0) + 1;
  from_xid := coalesce(from_xid, 0);
  prev_hash := coalesce(prev_hash, sha256('tessera'));
  -- Doubles the window until it is full, so that a long backlog is not scanned for each block.
  loop
    to_xid := least(from_xid + v_window, v_horizon);
    select count(*) into v_found from ledger.movement m
    where m.xid >= from_xid and m.xid < to_xid;
    exit when v_found >= p_limit or to_xid >= v_horizon;
    v_window := v_window * 2;
  end loop;
  if v_found > p_limit then
    select m.xid + 1 into to_xid from ledger.movement m
    where m.xid >= from_xid and m.xid < to_xid order by m.xid offset p_limit - 1 limit 1;
  end if;
  if to_xid > from_xid then
    select b.rows, b.hash into rows, hash
    from ledger.hash_block(from_xid, to_xid, prev_hash) b;
  end if;
  if coalesce(rows, 0) = 0 then
    n := null;
  end if;
end $$;

revoke execute on function ledger.next_block from public;
grant execute on function ledger.next_block to tessera_app;
