-- Hashes the block of transactions [p_from, p_to): SHA-256 over the previous block's hash and the
-- hash of every row. The order and form depend only on the rows. The binary form costs half as much
-- as the text form.
--
-- The planner settings here and in next_block, append_seal and house_balance are needed because a
-- block is a small part of the ledger, found by transaction and joined row by row, but the
-- statistics for the newest rows are stale and would favor reading entire tables. Because every
-- plan uses indexes, it is made only once.
create or replace function ledger.hash_block(
  p_from bigint, p_to bigint, p_prev bytea, out rows bigint, out hash bytea
)
language sql stable set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan as $$
  select count(*), sha256(p_prev || coalesce(
    string_agg(sha256(b.line), ''::bytea order by b.stream, b.xid, b.key), ''))
  from (
    select 1 as stream, m.xid, uuid_send(m.id) as key,
      record_send(row(m.id, m.customer_id, m.xid, m.event_at, m.created_at, m.amount, m.fee,
        m.card_id, m.parent_id, m.kind, m.status, m.currency, m.title, m.client_key,
        m.content_hash, m.touched, m.counted, m.data))
      || coalesce((
        select string_agg(record_send(row(t.n, t.currency, t.debit_account, t.credit_account,
          t.amount, t.debit_after, t.debit_version, t.credit_after, t.credit_version, t.hold_id)),
          ''::bytea order by t.n)
        from ledger.transfer t where t.movement_id = m.id), '')
      || coalesce((
        select string_agg(record_send(row(s.n, s.hold_id, s.step, s.amount, s.remaining_after)),
          ''::bytea order by s.n)
        from ledger.hold_step s where s.movement_id = m.id), '') as line
    from ledger.movement m where m.xid >= p_from and m.xid < p_to
    union all
    select 2, h.xid, uuid_send(h.movement_id) || int4send(h.n),
      record_send(row(h.movement_id, h.n, h.status, h.amount, h.fee, h.by_movement_id,
        h.created_at, h.xid))
    from ledger.movement_history h where h.xid >= p_from and h.xid < p_to
    union all
    select 3, a.xid, int8send(a.id),
      record_send(row(a.id, a.action, a.actor, a.customer_id, a.object, a.outcome, a.request_id,
        a.movement_id, a.data, a.created_at, a.xid))
    from ledger.audit a where a.xid >= p_from and a.xid < p_to
  ) b
$$;

revoke execute on function ledger.hash_block from public;
grant execute on function ledger.hash_block to tessera_app;
