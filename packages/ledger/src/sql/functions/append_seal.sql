-- Appends a signed block, records it as the newest, and adds its transfers to the roll-up of the
-- internal accounts. Raises TL003 for a block that does not follow the last one.
create or replace function ledger.append_seal(p_n bigint, p_from bigint, p_to bigint, p_rows bigint,
  p_prev bytea, p_hash bytea, p_key text, p_signature bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan as $$
declare
  v_last ledger.seal;
begin
  lock table ledger.rollup in share row exclusive mode;
  select * into v_last from ledger.seal s order by s.n desc limit 1;
  if p_n <> coalesce(v_last.n, 0) + 1 or p_from <> coalesce(v_last.to_xid, 0)
    or p_prev <> coalesce(v_last.hash, sha256('tessera'))
    or p_to > pg_snapshot_xmin(pg_current_snapshot())::text::bigint then
    raise exception 'block % does not follow the last one', p_n using errcode = 'TL003';
  end if;
  insert into ledger.seal (n, from_xid, to_xid, rows, prev_hash, hash, key_id, signature)
  values (p_n, p_from, p_to, p_rows, p_prev, p_hash, p_key, p_signature);
  insert into ledger.seal_head as h (cell, n, hash) values (1, p_n, p_hash)
  on conflict (cell) do update set n = excluded.n, hash = excluded.hash;
  insert into ledger.rollup as r (account_id, posted)
  select e.account, sum(e.amount)::bigint
  from ledger.movement m
  join ledger.transfer t on t.movement_id = m.id
  cross join lateral (values (t.debit_account, -t.amount), (t.credit_account, t.amount))
    e(account, amount)
  where m.xid >= p_from and m.xid < p_to and e.account < 1000
  group by e.account
  on conflict (account_id) do update set posted = r.posted + excluded.posted;
end $$;

revoke execute on function ledger.append_seal from public;
grant execute on function ledger.append_seal to tessera_app;
