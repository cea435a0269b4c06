-- The fast path of ledger.submit, for a batch that needs no decision: transfers, new holds and
-- guards that count up. The caller has summed up what the batch does to each account and counter.
-- One guarded UPDATE locks, checks and writes all balances, and another one all counters. If any
-- row fails its condition, everything is undone and created_at is null. In that case, ledger.submit
-- decides and reports the reasons.
--
-- Parameters are parallel arrays; indexes start at 1. Accounts are sorted by id and counters by
-- subject and window, without duplicates, so that all batches lock in the same order. An array that
-- would contain only nulls is empty.
--
--   movements   p_ids ... p_hashes. Their currency is p_currency, or p_currencies where it differs.
--               p_first and p_last are the least and the greatest id; p_some_open tells whether
--               any starts pending.
--   internal    p_house: the internal accounts of transfers, which have no balance.
--   accounts    p_account_*: the sums for each customer account. _room is what must be available
--               before the batch for every debit and hold of it, _status the highest allowed.
--   touched     p_first_*, p_second_*: the accounts that each movement touched, at most two, by
--               their index in p_account_ids.
--   transfers   p_leg_*: _d and _c are the indexes of their accounts, null for internal ones.
--   holds       p_hold*: in the order of movements. A movement may have several.
--   counters    p_counter_*: the sums for each counter. _room is the most that may be used before
--               the batch, null without a ceiling.
--   guards      p_guard_*: in the order of movements, _from and _to by movement.
--
-- _left is how much of the batch's change was still to come after the movement or transfer: the
-- running balance at that point is the final balance minus _left.
create or replace function ledger.submit_plain(
  p_now timestamptz, p_first uuid, p_last uuid, p_ids uuid[], p_customers uuid[], p_kinds text[],
  p_cards uuid[], p_parents uuid[], p_statuses text[], p_currency text, p_currencies text[],
  p_amounts bigint[], p_fees bigint[], p_titles text[], p_data text, p_event_at bigint[],
  p_client_keys text[], p_hashes bytea, p_some_open bool,
  p_house bigint[], p_house_currencies text[],
  p_account_ids bigint[], p_account_customers uuid[], p_account_currencies text[],
  p_account_posted bigint[], p_account_held bigint[], p_account_room bigint[],
  p_account_versions int[], p_account_status int[],
  p_first_account int[], p_first_posted_left bigint[], p_first_held_left bigint[],
  p_second_account int[], p_second_posted_left bigint[], p_second_held_left bigint[],
  p_leg_movement int[], p_leg_n int[], p_leg_debit bigint[], p_leg_credit bigint[],
  p_leg_amount bigint[], p_leg_d int[], p_leg_d_left bigint[], p_leg_d_versions int[],
  p_leg_c int[], p_leg_c_left bigint[], p_leg_c_versions int[],
  p_holds uuid[], p_hold_movement int[], p_hold_account int[], p_hold_amount bigint[],
  p_hold_expires bigint[],
  p_subjects uuid[], p_windows text[], p_counter_amount bigint[], p_counter_count bigint[],
  p_counter_amount_room bigint[], p_counter_count_room bigint[],
  p_guard_from int[], p_guard_to int[], p_guard_counter int[], p_guard_amount bigint[],
  p_guard_count bigint[],
  p_events jsonb, p_audit jsonb,
  out created_at timestamptz, out posted text, out held text, out statuses text
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
-- A plan is made once per connection, possibly while the tables are still empty, so it must not
-- depend on their size.
set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  max_amount constant bigint := 99999999999999;
  status_open constant int := 1;
  v_created timestamptz := clock_timestamp();
  v_now timestamptz := coalesce(p_now, v_created);
  v_xid bigint;
  -- Accounts and counters after the batch, in the order of the parameters.
  account_ids bigint[]; account_posted bigint[]; account_held bigint[]; account_version bigint[];
  account_status int[];
  counter_ids bigint[];
  v_known int;
begin
  ------------------------------------------------------------------------------------------------
  -- 1. Ids must be current, and internal accounts must exist in their currency.
  ------------------------------------------------------------------------------------------------
  if uuid_extract_timestamp(p_first) < v_now - interval '24 hours'
    or uuid_extract_timestamp(p_last) > v_now + interval '24 hours' then
    return;
  end if;
  select count(*) into v_known from unnest(p_house, p_house_currencies) u(id, currency)
  join ledger.account a on a.id = u.id and a.currency = u.currency and a.id < 1000;
  if v_known <> cardinality(p_house) then
    return;
  end if;
  ------------------------------------------------------------------------------------------------
  -- 2. Balances, counters, then movements that already exist: all or nothing.
  ------------------------------------------------------------------------------------------------
  v_xid := pg_current_xact_id()::text::bigint;

  begin
    -- Finds balances through the array, and the index of each in the array by binary search
    -- (width_bucket). While the table is still small, a join could be planned in the opposite
    -- order, scanning all balances.
    with w as (
      update ledger.balance b
      set posted = b.posted + p_account_posted[width_bucket(b.account_id, p_account_ids)],
        held = b.held + p_account_held[width_bucket(b.account_id, p_account_ids)],
        version = b.version + p_account_versions[width_bucket(b.account_id, p_account_ids)]
      where b.account_id = any(p_account_ids)
        and b.customer_id = p_account_customers[width_bucket(b.account_id, p_account_ids)]
        and b.currency = coalesce(p_currency,
          p_account_currencies[width_bucket(b.account_id, p_account_ids)])
        and b.status <= p_account_status[width_bucket(b.account_id, p_account_ids)]
        and b.posted < max_amount
        and case when b.constrained
          then b.posted - b.held >= p_account_room[width_bucket(b.account_id, p_account_ids)]
          else b.posted > -max_amount
            and p_account_held[width_bucket(b.account_id, p_account_ids)] = 0 end
      returning b.account_id, b.posted, b.held, b.version, b.status::int
    )
    select array_agg(w.account_id), array_agg(w.posted), array_agg(w.held), array_agg(w.version),
      array_agg(w.status)
    into account_ids, account_posted, account_held, account_version, account_status from w;
    if coalesce(account_ids, '{}') <> p_account_ids then
      raise exception 'needs a decision' using errcode = 'TL010';
    end if;
    if cardinality(p_subjects) > 0 then
      counter_ids := ledger.count_plainly(p_subjects, p_windows, p_counter_amount, p_counter_count,
        p_counter_amount_room, p_counter_count_room);
    end if;
    -- Checked after the locks are taken, so that a racing batch is seen. Client keys are checked
    -- one by one, because a join could be planned to scan the entire index of keys.
    if exists (select from ledger.movement m where m.id = any(p_ids))
      or cardinality(p_client_keys) > 0 and exists (
        select from unnest(p_customers, p_client_keys) u(customer, key)
        cross join lateral (
          select from ledger.movement f
          where f.customer_id = u.customer and f.client_key = u.key offset 0) m)
      or cardinality(p_holds) > 0 and exists (
        select from ledger.hold h where h.id = any(p_holds)) then
      raise exception 'needs a decision' using errcode = 'TL010';
    end if;
  exception when sqlstate 'TL010' then
    -- The subtransaction has undone everything above.
    return;
  end;

  ------------------------------------------------------------------------------------------------
  -- 3. Write the rest, which can no longer be refused.
  ------------------------------------------------------------------------------------------------
  insert into ledger.movement (id, customer_id, xid, event_at, created_at, amount, fee, card_id,
    parent_id, kind, status, currency, title, client_key, content_hash, touched, counted, data)
  select u.id, u.customer, v_xid, to_timestamp(u.event_at::float8 / 1000), v_created, u.amount,
    u.fee, u.card, u.parent, u.kind, u.status, coalesce(p_currency, u.currency), u.title,
    u.client_key,
    substring(p_hashes from u.n * 32 - 31 for 32),
    case when u.first is null then '{}'
      when u.second is null then array[p_account_ids[u.first],
        account_posted[u.first] - coalesce(u.first_posted_left, 0),
        account_held[u.first] - coalesce(u.first_held_left, 0)]
      else array[p_account_ids[u.first],
        account_posted[u.first] - coalesce(u.first_posted_left, 0),
        account_held[u.first] - coalesce(u.first_held_left, 0),
        p_account_ids[u.second],
        account_posted[u.second] - coalesce(u.second_posted_left, 0),
        account_held[u.second] - coalesce(u.second_held_left, 0)]
      end,
    case when u.guard_to - u.guard_from = 0 then array[counter_ids[p_guard_counter[u.guard_from]],
        p_guard_amount[u.guard_from], p_guard_count[u.guard_from]]
      when u.guard_to > u.guard_from then (
        select array_agg(c.v)
        from generate_series(u.guard_from, u.guard_to) g(i),
          unnest(array[counter_ids[p_guard_counter[g.i]], p_guard_amount[g.i],
            p_guard_count[g.i]]) c(v))
      end,
    case when u.data <> '' then u.data::jsonb else '{}' end
  from (
    select generate_series(1, cardinality(p_ids)) as n, unnest(p_ids) as id,
      unnest(p_customers) as customer, unnest(p_event_at) as event_at,
      unnest(p_amounts) as amount, unnest(p_fees) as fee, unnest(p_cards) as card,
      unnest(p_parents) as parent, unnest(p_kinds) as kind, unnest(p_statuses) as status,
      unnest(p_currencies) as currency, unnest(p_titles) as title,
      unnest(p_client_keys) as client_key, unnest(string_to_array(p_data, U&'\001E')) as data,
      unnest(p_first_account) as first, unnest(p_first_posted_left) as first_posted_left,
      unnest(p_first_held_left) as first_held_left, unnest(p_second_account) as second,
      unnest(p_second_posted_left) as second_posted_left,
      unnest(p_second_held_left) as second_held_left,
      unnest(p_guard_from) as guard_from, unnest(p_guard_to) as guard_to
  ) u;
  if cardinality(p_leg_movement) > 0 then
    insert into ledger.transfer (movement_id, n, currency, debit_account, credit_account, amount,
      debit_after, debit_version, credit_after, credit_version)
    select p_ids[u.m], u.n, coalesce(p_currency, p_currencies[u.m]), u.debit, u.credit, u.amount,
      account_posted[u.d] - coalesce(u.d_left, 0), account_version[u.d] - coalesce(u.d_versions, 0),
      account_posted[u.c] - coalesce(u.c_left, 0), account_version[u.c] - coalesce(u.c_versions, 0)
    from (
      select unnest(p_leg_movement) as m, unnest(p_leg_n) as n, unnest(p_leg_debit) as debit,
        unnest(p_leg_credit) as credit, unnest(p_leg_amount) as amount, unnest(p_leg_d) as d,
        unnest(p_leg_d_left) as d_left, unnest(p_leg_d_versions) as d_versions,
        unnest(p_leg_c) as c, unnest(p_leg_c_left) as c_left,
        unnest(p_leg_c_versions) as c_versions
    ) u;
  end if;
  if cardinality(p_holds) > 0 then
    insert into ledger.hold (id, account_id, customer_id, movement_id, amount, remaining, state,
      expires_at, created_at)
    select u.id, p_account_ids[u.a], p_customers[u.m], p_ids[u.m], u.amount, u.amount, 'open',
      to_timestamp(u.expires::float8 / 1000), v_created
    from (
      select unnest(p_holds) as id, unnest(p_hold_movement) as m, unnest(p_hold_account) as a,
        unnest(p_hold_amount) as amount, unnest(p_hold_expires) as expires
    ) u;
    insert into ledger.hold_step (movement_id, n, hold_id, step, amount, remaining_after)
    select p_ids[u.m], u.i - array_position(p_hold_movement, u.m) + 1, u.id, 'hold', u.amount,
      u.amount
    from (
      select generate_series(1, cardinality(p_holds)) as i, unnest(p_holds) as id,
        unnest(p_hold_movement) as m, unnest(p_hold_amount) as amount
    ) u;
  end if;
  if p_some_open then
    insert into ledger.movement_state (movement_id, customer_id, card_id, kind, status, amount,
      fee, event_at, changes, changed_at)
    select u.id, u.customer, u.card, u.kind, u.status, u.amount, u.fee,
      to_timestamp(u.event_at::float8 / 1000), 0, v_created
    from (
      select unnest(p_ids) as id, unnest(p_customers) as customer, unnest(p_cards) as card,
        unnest(p_kinds) as kind, unnest(p_statuses) as status, unnest(p_amounts) as amount,
        unnest(p_fees) as fee, unnest(p_event_at) as event_at, unnest(p_parents) as parent
    ) u
    where u.parent is null and u.status in ('processing', 'reviewing', 'queued');
  end if;
  if p_events is not null then
    insert into ledger.outbox (topic, body, movement_id)
    select u.topic, u.body, p_ids[u.m]
    from jsonb_to_recordset(p_events) u(m int, topic text, body jsonb);
  end if;
  if p_audit is not null then
    insert into ledger.audit (action, actor, customer_id, object, outcome, request_id,
      movement_id, data)
    select u.action, u.actor, u.customer, u.object, u.outcome, u.request, p_ids[u.m], u.data
    from jsonb_to_recordset(p_audit) u(m int, action text, actor text, customer uuid,
      object text, outcome text, request text, data jsonb);
  end if;

  ------------------------------------------------------------------------------------------------
  -- 4. Return the balances after the batch. Statuses are null if all accounts are open.
  ------------------------------------------------------------------------------------------------
  created_at := v_created;
  posted := array_to_string(account_posted, ','); held := array_to_string(account_held, ',');
  if status_open <> any(account_status) then
    statuses := array_to_string(account_status, ',');
  end if;
end $$;

revoke execute on function ledger.submit_plain from public;
grant execute on function ledger.submit_plain to tessera_app;
