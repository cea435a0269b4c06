-- A block of history: everything written by transactions [from_xid, to_xid), chained and signed.
create table ledger.seal (
  n bigint primary key check (n > 0),
  from_xid bigint not null,
  to_xid bigint not null check (to_xid > from_xid),
  rows bigint not null check (rows >= 0),
  prev_hash bytea not null check (length(prev_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  key_id text not null,
  signature bytea not null,
  sealed_at timestamptz not null default clock_timestamp()
);
select ledger.protect('ledger.seal');

-- What the house's accounts came to at the end of the last block.
create table ledger.rollup (
  account_id bigint primary key check (account_id < 1000),
  posted bigint not null
);

-- A block is a small part of the books, found by its xids and joined row by row; what
-- the planner knows of the newest rows is old, and would have it read everything instead.
-- SHA-256 over the previous block's hash and the hash of every row, in an order and a form that
-- depend on nothing but the rows: PostgreSQL's binary form, which costs half of its text.
create function ledger.hash_block(p_from bigint, p_to bigint, p_prev bytea, out rows bigint,
  out hash bytea)
language sql stable set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set max_parallel_workers_per_gather = 0 as $$
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

-- The block that can be sealed next: rows below the oldest running transaction, at most about
-- p_limit movements. No row where there is nothing new.
create function ledger.next_block(p_limit int, out n bigint, out from_xid bigint,
  out to_xid bigint, out prev_hash bytea, out rows bigint, out hash bytea)
language plpgsql security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set max_parallel_workers_per_gather = 0 as $$
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
  -- Widening steps, so that a long backlog is not read anew for each of its blocks.
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

-- Appends a signed block and rolls the house's accounts up to its end. Refuses (TL003) a block
-- that does not follow the last one.
create function ledger.append_seal(p_n bigint, p_from bigint, p_to bigint, p_rows bigint,
  p_prev bytea, p_hash bytea, p_key text, p_signature bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set max_parallel_workers_per_gather = 0 as $$
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

-- Balance of a house account: the roll-up and what came after it.
create function ledger.house_balance(p_account bigint) returns bigint
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

grant select on ledger.seal, ledger.rollup to tessera_app;
revoke execute on function ledger.hash_block, ledger.next_block, ledger.append_seal,
  ledger.house_balance from public;
grant execute on function ledger.hash_block, ledger.next_block, ledger.append_seal,
  ledger.house_balance to tessera_app;
