-- Returns the balance of an internal account: the roll-up plus the transfers since the last seal.
create or replace function ledger.house_balance(p_account bigint) returns bigint
language sql stable set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set max_parallel_workers_per_gather = 0 as $$
  select coalesce((select r.posted from ledger.rollup r where r.account_id = p_account), 0)
    + coalesce((
      select sum(case when t.credit_account = p_account then t.amount else -t.amount end)::bigint
      from ledger.movement m join ledger.transfer t on t.movement_id = m.id
      where m.xid >= coalesce((select s.to_xid from ledger.seal s order by s.n desc limit 1), 0)
        and (t.credit_account = p_account or t.debit_account = p_account)), 0)
$$;

revoke execute on function ledger.house_balance from public;
grant execute on function ledger.house_balance to tessera_app;
