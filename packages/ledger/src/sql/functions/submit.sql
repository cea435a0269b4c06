-- The general path: decides and writes a batch of movements in order. Each movement sees the
-- effects of the earlier ones. A batch that needs no decision takes the fast path instead
-- (ledger.submit_plain).
--
-- A movement applies as a whole or not at all. All reads happen first, in sections 1 to 5, with the
-- rows locked in the same order by every batch (accounts, counters, holds, targets). Section 6
-- decides in memory, section 7 writes one statement per table, section 8 returns the results. A
-- refusal is a result, not an error.
--
-- Parameters are parallel arrays. The arrays for movements (p_ids ... p_hashes) have one element
-- per movement. The legs, guards and status changes of all movements follow one another; p_leg_end,
-- p_guard_end and p_change_end contain the index of each movement's last leg, guard or change.
-- Legs, guards and changes refer to accounts, holds, counters and targets by their index in
-- p_accounts, p_holds, p_subjects with p_windows, and p_targets. Indexes start at 1; 0 means none.
-- Amounts are minor units; times are milliseconds since 1970. p_data joins documents with U+001E.
--
-- Legs:                 debit    credit   shortfall  hold   flag
--   transfer            from     to
--   hold                of                           new
--   increase                                         open
--   capture                      to       rest from  open   1: final, releases what remains
--   release (0: all)                                 open   1: because it expired
--   forced              from     to       rest from
--   sweep (everything)  from     to
--   require_open        of
--
-- Holds:  (none) -hold-> open -capture of all that remains, or a final capture-> captured
--                             -release of all that remains-> released, or expired
--
-- Results that are null if everything was posted: outcomes (codes below) and places (the index from
-- 0 of the leg or guard that refused; -1 for none) by movement; used (amounts; counts), for the
-- counters of refusing guards. Results that are always present: touched, the flattened (account,
-- posted, held) of the accounts that each movement touched, from touched_from to touched_to;
-- accounts and their statuses. known contains the times of movements that were already posted.
create or replace function ledger.submit(
  p_now timestamptz, p_ids uuid[], p_customers uuid[], p_kinds text[], p_cards uuid[],
  p_parents uuid[], p_statuses text[], p_currencies text[], p_amounts bigint[], p_fees bigint[],
  p_titles text[], p_data text, p_event_at bigint[], p_client_keys text[], p_hashes bytea,
  p_accounts bigint[], p_leg_end int[], p_leg_type int[], p_leg_debit int[], p_leg_credit int[],
  p_leg_shortfall int[], p_leg_hold int[], p_leg_amount bigint[], p_leg_flag int[],
  p_leg_expires bigint[], p_holds uuid[], p_guard_end int[], p_guard_counter int[],
  p_guard_amount bigint[], p_guard_count bigint[], p_guard_max_amount bigint[],
  p_guard_max_count bigint[], p_subjects uuid[], p_windows text[], p_change_end int[],
  p_change_target int[], p_change_status text[], p_change_amount bigint[], p_change_fee bigint[],
  p_targets uuid[], p_target_item int[], p_events jsonb, p_audit jsonb,
  out created_at timestamptz, out outcomes text, out places text, out used text, out touched text,
  out touched_from text, out touched_to text, out accounts text, out statuses text, out known jsonb
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
-- A plan is made once per connection, possibly while the tables are still empty, so it must not
-- depend on their size.
set enable_seqscan = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  -- Codes, as in codes.ts; a test compares the two.
  outcome_undecided constant int := -1;
  outcome_posted constant int := 0;
  outcome_already_posted constant int := 1;
  outcome_mismatch constant int := 2;
  outcome_insufficient constant int := 3;
  outcome_guard_exceeded constant int := 4;
  outcome_blocked constant int := 5;
  outcome_closed constant int := 6;
  outcome_no_such_account constant int := 7;
  outcome_no_such_hold constant int := 8;
  outcome_hold_closed constant int := 9;
  outcome_hold_exceeded constant int := 10;
  outcome_hold_not_expired constant int := 11;
  outcome_currency_differs constant int := 12;
  outcome_no_such_movement constant int := 13;
  outcome_id_out_of_time constant int := 14;
  outcome_amount_out_of_range constant int := 15;
  leg_transfer constant int := 1;
  leg_hold constant int := 2;
  leg_increase constant int := 3;
  leg_capture constant int := 4;
  leg_release constant int := 5;
  leg_forced constant int := 6;
  leg_sweep constant int := 7;
  leg_require_open constant int := 8;
  status_open constant int := 1;
  status_debits_blocked constant int := 2;
  status_blocked constant int := 3;
  status_closed constant int := 4;
  -- Account types that this function distinguishes.
  kind_missing constant int := 0;
  kind_internal constant int := 1;
  kind_constrained constant int := 2;
  kind_receivable constant int := 3;

  max_amount constant bigint := 99999999999999;
  max_balance constant bigint := 900000000000000000;
  v_size constant int := cardinality(p_ids);
  has_guards constant bool := cardinality(p_guard_counter) > 0;
  has_holds constant bool := cardinality(p_holds) > 0;
  has_changes constant bool := cardinality(p_targets) > 0;
  v_created timestamptz := clock_timestamp();
  v_now timestamptz := coalesce(p_now, v_created);

  -- The state that the batch works on: first as locked, then as each movement leaves it.
  -- `_logged_by` is the movement whose undo log contains the former values; `_changed` tells
  -- whether the row has to be written.
  account_ids bigint[] := p_accounts; account_kind int[]; account_customer uuid[];
  account_currency text[]; account_status int[]; account_posted bigint[]; account_held bigint[];
  account_version bigint[]; account_logged_by int[]; account_changed bool[];
  counter_ids bigint[]; counter_amount bigint[]; counter_count bigint[]; counter_logged_by int[];
  counter_changed bool[];
  hold_account int[]; hold_state text[]; hold_amount bigint[]; hold_captured bigint[];
  hold_remaining bigint[]; hold_expires timestamptz[]; hold_logged_by int[]; hold_changed bool[];
  -- The movement in the batch that created the hold; 0 if the hold is older.
  hold_created_by int[];
  target_customer uuid[]; target_status text[]; target_amount bigint[]; target_fee bigint[];
  target_changes int[]; target_changed bool[];

  -- Results by movement. result and counted are flattened; _from and _to give the range of each
  -- movement.
  outcome_of int[] := array_fill(outcome_undecided, array[v_size]);
  place_of int[] := array_fill(-1, array[v_size]);
  used_amount bigint[] := array_fill(0::bigint, array[v_size]); used_count bigint[] := used_amount;
  result_flat bigint[] := '{}'; result_end int := 0;
  result_from int[] := array_fill(1, array[v_size]);
  result_to int[] := array_fill(0, array[v_size]);
  counted_flat bigint[] := '{}'; counted_end int := 0; counted_before int;
  counted_from int[] := result_from; counted_to int[] := result_to;

  -- Rows to insert, with their current count and their count before the current movement.
  transfers int := 0; transfers_before int; transfer_movement int[] := '{}';
  transfer_n int[] := '{}'; transfer_debit bigint[] := '{}'; transfer_credit bigint[] := '{}';
  transfer_amount bigint[] := '{}'; transfer_debit_after bigint[] := '{}';
  transfer_debit_version bigint[] := '{}'; transfer_credit_after bigint[] := '{}';
  transfer_credit_version bigint[] := '{}'; transfer_hold int[] := '{}';
  steps int := 0; steps_before int; step_movement int[] := '{}'; step_n int[] := '{}';
  step_hold int[] := '{}'; step_name text[] := '{}'; step_amount bigint[] := '{}';
  step_remaining bigint[] := '{}';
  changes int := 0; change_target int[] := '{}'; change_n int[] := '{}';
  change_status text[] := '{}'; change_amount bigint[] := '{}'; change_fee bigint[] := '{}';
  change_by int[] := '{}';

  -- The undo log of the current movement: the former values of everything it changed.
  undo_accounts int; undo_account int[] := '{}'; undo_posted bigint[] := '{}';
  undo_held bigint[] := '{}'; undo_version bigint[] := '{}';
  undo_holds int; undo_hold int[] := '{}'; undo_hold_amount bigint[] := '{}';
  undo_captured bigint[] := '{}'; undo_remaining bigint[] := '{}'; undo_state text[] := '{}';
  undo_counters int; undo_counter int[] := '{}'; undo_counter_amount bigint[] := '{}';
  undo_counter_count bigint[] := '{}';

  -- The current movement and leg, and the transfers (parts) that the leg is split into.
  v_refusal int; v_place int; v_customer uuid; v_currency text;
  v_debit int; v_credit int; v_shortfall int; v_hold int; v_counter int; v_target int;
  v_amount bigint; v_count bigint; v_part bigint; v_type int; v_step text;
  parts int; part_debit int[] := '{0,0,0}'; part_amount bigint[] := '{0,0,0}';
  part_hold int[] := '{0,0,0}';

  v_posted int := 0; has_refusals bool := false; v_missing int; v_xid bigint; r record;
begin
  ------------------------------------------------------------------------------------------------
  -- 1. Lock the accounts of legs and of holds.
  ------------------------------------------------------------------------------------------------
  if has_holds then
    -- The account of a hold never changes, so it can be read before anything is locked.
    select account_ids || array_agg(distinct w.account_id) into account_ids
    from ledger.hold w where w.id = any(p_holds) and w.account_id <> all(p_accounts)
    having count(*) > 0;
    account_ids := coalesce(account_ids, p_accounts);
  end if;

  -- Internal accounts have no balance and take no lock.
  with locked as materialized (
    select b.* from ledger.balance b where b.account_id = any(account_ids)
    order by b.account_id for no key update
  )
  select
    array_agg(case when w.id < 1000 then (w.internal is not null)::int
      when w.constrained then kind_constrained when w.constrained is null then kind_missing
      else kind_receivable end),
    array_agg(w.customer_id), array_agg(coalesce(w.internal, w.currency)),
    array_agg(w.status::int), array_agg(w.posted), array_agg(w.held), array_agg(w.version),
    array_agg(0), array_agg(false)
  into account_kind, account_customer, account_currency, account_status, account_posted,
    account_held, account_version, account_logged_by, account_changed
  from (
    select u.id, b.customer_id, b.currency, b.status, b.posted, b.held, b.version, b.constrained,
      case when u.id < 1000 then (select a.currency from ledger.account a where a.id = u.id) end
        as internal
    from unnest(account_ids) with ordinality u(id, ord)
    left join locked b on b.account_id = u.id
    order by u.ord
  ) w;

  ------------------------------------------------------------------------------------------------
  -- 2. Lock the counters of guards. Missing counters are created and locked in a second round.
  ------------------------------------------------------------------------------------------------
  if has_guards then
    for i in 1..2 loop
      with locked as materialized (
        select k.* from unnest(p_subjects, p_windows) u(subject, time_window)
        join ledger.counter k on k.subject = u.subject and k.time_window = u.time_window
        order by k.subject, k.time_window collate "C" for no key update of k
      )
      select array_agg(w.id), array_agg(w.amount), array_agg(w.count), array_agg(0),
        array_agg(false), count(*) - count(w.id)
      into counter_ids, counter_amount, counter_count, counter_logged_by, counter_changed,
        v_missing
      from (
        select b.id, b.amount, b.count
        from unnest(p_subjects, p_windows) with ordinality u(subject, time_window, ord)
        left join locked b on b.subject = u.subject and b.time_window = u.time_window
        order by u.ord
      ) w;
      exit when v_missing = 0;
      insert into ledger.counter (subject, time_window)
      select u.subject, u.time_window from unnest(p_subjects, p_windows) u(subject, time_window)
      order by u.subject, u.time_window collate "C"
      on conflict do nothing;
    end loop;
  end if;

  ------------------------------------------------------------------------------------------------
  -- 3. Lock the holds. A new hold has no row yet, and therefore no state.
  ------------------------------------------------------------------------------------------------
  if has_holds then
    with locked as materialized (
      select w.* from ledger.hold w where w.id = any(p_holds) order by w.id for no key update
    )
    select array_agg(array_position(account_ids, w.account_id)), array_agg(w.state),
      array_agg(w.amount), array_agg(w.captured), array_agg(w.remaining),
      array_agg(w.expires_at), array_agg(0), array_agg(false), array_agg(0)
    into hold_account, hold_state, hold_amount, hold_captured, hold_remaining, hold_expires,
      hold_logged_by, hold_changed, hold_created_by
    from (
      select b.* from unnest(p_holds) with ordinality u(id, ord) left join locked b on b.id = u.id
      order by u.ord
    ) w;
  end if;

  ------------------------------------------------------------------------------------------------
  -- 4. Lock the targets of status changes. Targets that this batch creates do not exist yet.
  ------------------------------------------------------------------------------------------------
  if has_changes then
    perform from ledger.movement_state w where w.movement_id = any(p_targets)
    order by w.movement_id for no key update;
    select array_agg(w.customer_id), array_agg(w.status), array_agg(w.amount), array_agg(w.fee),
      array_agg(coalesce(w.changes, 0)), array_agg(false)
    into target_customer, target_status, target_amount, target_fee, target_changes,
      target_changed
    from (
      select b.customer_id, coalesce(w.status, b.status) as status,
        coalesce(w.amount, b.amount) as amount, coalesce(w.fee, b.fee) as fee, w.changes
      from unnest(p_targets) with ordinality u(id, ord)
      left join ledger.movement b on b.id = u.id
      left join ledger.movement_state w on w.movement_id = u.id
      order by u.ord
    ) w;
  end if;

  ------------------------------------------------------------------------------------------------
  -- 5. Find movements and client keys that exist already. After the locks, so that a racing batch
  --    is seen.
  ------------------------------------------------------------------------------------------------
  for r in
    select u.ord::int, w.content_hash, w.touched, w.created_at
    from unnest(p_ids) with ordinality u(id, ord) join ledger.movement w on w.id = u.id
  loop
    has_refusals := true;
    if r.content_hash = substring(p_hashes from (r.ord - 1) * 32 + 1 for 32) then
      outcome_of[r.ord] := outcome_already_posted;
      result_flat := result_flat || r.touched;
      result_from[r.ord] := result_end + 1;
      result_end := result_end + cardinality(r.touched);
      result_to[r.ord] := result_end;
      known := coalesce(known, '{}') || jsonb_build_object(r.ord, r.created_at);
    else
      outcome_of[r.ord] := outcome_mismatch;
    end if;
  end loop;
  if cardinality(p_client_keys) > 0 then
    -- Key by key: a join could be planned in the opposite order, scanning the entire index of keys.
    for r in
      select u.ord::int
      from unnest(p_ids, p_customers, p_client_keys) with ordinality u(id, customer, key, ord)
      cross join lateral (
        select f.id from ledger.movement f
        where f.customer_id = u.customer and f.client_key = u.key offset 0) w
      where w.id <> u.id
    loop
      if outcome_of[r.ord] = outcome_undecided then
        outcome_of[r.ord] := outcome_mismatch;
      end if;
      has_refusals := true;
    end loop;
  end if;
  for r in
    select u.ord::int from unnest(p_ids) with ordinality u(id, ord)
    where uuid_extract_version(u.id) is distinct from 7 or uuid_extract_timestamp(u.id)
      not between v_now - interval '24 hours' and v_now + interval '24 hours'
  loop
    if outcome_of[r.ord] = outcome_undecided then
      outcome_of[r.ord] := outcome_id_out_of_time;
    end if;
  end loop;

  ------------------------------------------------------------------------------------------------
  -- 6. Decide, in order.
  ------------------------------------------------------------------------------------------------
  for m in 1..v_size loop
    if outcome_of[m] <> outcome_undecided then
      has_refusals := true;
      continue;
    end if;
    v_customer := p_customers[m]; v_currency := p_currencies[m];
    v_refusal := 0; v_place := -1;
    undo_accounts := 0; undo_holds := 0; undo_counters := 0;
    transfers_before := transfers; steps_before := steps; counted_before := counted_end;

    -- A refusal exits this block.
    <<decision>>
    begin
      ---- 6.1 Status changes: the target must exist, if only in this batch, and be the customer's.
      if has_changes then
        for i in coalesce(p_change_end[m - 1], 0) + 1 .. p_change_end[m] loop
          v_target := p_change_target[i];
          if target_customer[v_target] is null and p_target_item[v_target] > 0
            and p_target_item[v_target] < m
            and outcome_of[p_target_item[v_target]] = outcome_posted then
            target_customer[v_target] := p_customers[p_target_item[v_target]];
            target_status[v_target] := p_statuses[p_target_item[v_target]];
            target_amount[v_target] := p_amounts[p_target_item[v_target]];
            target_fee[v_target] := p_fees[p_target_item[v_target]];
          end if;
          if target_customer[v_target] is distinct from v_customer then
            v_refusal := outcome_no_such_movement; exit decision;
          end if;
        end loop;
      end if;

      ---- 6.2 Guards: count, unless a ceiling is exceeded. A negative guard releases, but never
      ----     takes the counter below zero.
      if has_guards then
        for i in coalesce(p_guard_end[m - 1], 0) + 1 .. p_guard_end[m] loop
          v_counter := p_guard_counter[i];
          v_amount := greatest(counter_amount[v_counter] + p_guard_amount[i], 0);
          v_count := greatest(counter_count[v_counter] + p_guard_count[i], 0);
          if (p_guard_amount[i] > 0 and v_amount > p_guard_max_amount[i])
            or (p_guard_count[i] > 0 and v_count > p_guard_max_count[i]) then
            v_refusal := outcome_guard_exceeded;
            v_place := i - coalesce(p_guard_end[m - 1], 0) - 1;
            used_amount[m] := counter_amount[v_counter];
            used_count[m] := counter_count[v_counter];
            exit decision;
          end if;
          if counter_logged_by[v_counter] <> m then
            undo_counters := undo_counters + 1;
            undo_counter[undo_counters] := v_counter;
            undo_counter_amount[undo_counters] := counter_amount[v_counter];
            undo_counter_count[undo_counters] := counter_count[v_counter];
            counter_logged_by[v_counter] := m;
          end if;
          counted_flat[counted_end + 1] := counter_ids[v_counter];
          counted_flat[counted_end + 2] := v_amount - counter_amount[v_counter];
          counted_flat[counted_end + 3] := v_count - counter_count[v_counter];
          counted_end := counted_end + 3;
          counter_amount[v_counter] := v_amount; counter_count[v_counter] := v_count;
        end loop;
      end if;

      ---- 6.3 Legs.
      for l in coalesce(p_leg_end[m - 1], 0) + 1 .. p_leg_end[m] loop
        v_type := p_leg_type[l]; v_amount := p_leg_amount[l];
        v_debit := p_leg_debit[l]; v_credit := p_leg_credit[l]; v_hold := p_leg_hold[l];
        v_place := l - coalesce(p_leg_end[m - 1], 0) - 1;
        v_step := null; parts := 0;

        -- The hold and its account, or the debited account.
        if v_type between leg_increase and leg_release then
          v_debit := hold_account[v_hold];
          if hold_state[v_hold] is null or account_customer[v_debit] <> v_customer then
            v_refusal := outcome_no_such_hold; exit decision;
          elsif hold_state[v_hold] <> 'open' then
            v_refusal := outcome_hold_closed; exit decision;
          elsif account_currency[v_debit] <> v_currency then
            v_refusal := outcome_currency_differs; exit decision;
          end if;
          if v_type = leg_release then
            if p_leg_flag[l] = 1 and v_now < hold_expires[v_hold] then
              v_refusal := outcome_hold_not_expired; exit decision;
            end if;
            if v_amount = 0 then
              v_amount := hold_remaining[v_hold];
            end if;
          end if;
        elsif account_kind[v_debit] = kind_missing or account_customer[v_debit] <> v_customer
          or (v_type not in (leg_transfer, leg_require_open)
            and account_kind[v_debit] <> kind_constrained) then
          v_refusal := outcome_no_such_account; exit decision;
        elsif account_currency[v_debit] <> v_currency then
          v_refusal := outcome_currency_differs; exit decision;
        end if;

        -- The credited account, and the receivable that covers a shortfall.
        if v_credit > 0 then
          if account_kind[v_credit] = kind_missing or v_credit = v_debit
            or account_customer[v_credit] <> v_customer then
            v_refusal := outcome_no_such_account; exit decision;
          elsif account_currency[v_credit] <> v_currency then
            v_refusal := outcome_currency_differs; exit decision;
          elsif account_status[v_credit] = status_closed then
            v_refusal := outcome_closed; exit decision;
          elsif account_status[v_credit] = status_blocked then
            v_refusal := outcome_blocked; exit decision;
          end if;
          v_shortfall := p_leg_shortfall[l];
          if v_shortfall > 0 then
            if account_kind[v_shortfall] <> kind_receivable or v_shortfall = v_credit
              or account_customer[v_shortfall] <> v_customer then
              v_refusal := outcome_no_such_account; exit decision;
            elsif account_currency[v_shortfall] <> v_currency then
              v_refusal := outcome_currency_differs; exit decision;
            end if;
          end if;
        end if;

        -- New debits and holds need an open account. Amounts that were already authorized still
        -- settle, and a sweep empties any account that is not closed.
        if v_type <= leg_increase or v_type = leg_require_open then
          if account_status[v_debit] = status_closed then
            v_refusal := outcome_closed; exit decision;
          elsif account_status[v_debit] > status_open then
            v_refusal := outcome_blocked; exit decision;
          end if;
        elsif v_type = leg_sweep then
          if account_status[v_debit] = status_closed then
            v_refusal := outcome_closed; exit decision;
          end if;
          v_amount := account_posted[v_debit] - account_held[v_debit];
        end if;
        if v_amount > max_amount
          or (v_amount < 1 and v_type not in (leg_sweep, leg_require_open)) then
          v_refusal := outcome_amount_out_of_range; exit decision;
        end if;

        -- Funds: split the leg into transfers (parts) and name the step of its hold, or refuse.
        case v_type
        when leg_transfer then
          if account_kind[v_debit] = kind_constrained
            and account_posted[v_debit] - account_held[v_debit] < v_amount then
            v_refusal := outcome_insufficient; exit decision;
          end if;
          parts := 1; part_debit[1] := v_debit; part_amount[1] := v_amount; part_hold[1] := 0;
        when leg_hold, leg_increase then
          if v_type = leg_hold and hold_state[v_hold] is not null then
            v_refusal := outcome_mismatch; exit decision;
          elsif account_posted[v_debit] - account_held[v_debit] < v_amount then
            v_refusal := outcome_insufficient; exit decision;
          end if;
          v_step := case v_type when leg_hold then 'hold' else 'increase' end;
        when leg_capture then
          -- First use what is held, then what is available, then the receivable.
          v_part := least(v_amount, hold_remaining[v_hold]);
          parts := 1; part_debit[1] := v_debit; part_amount[1] := v_part; part_hold[1] := v_hold;
          v_amount := v_amount - v_part;
          if v_amount > 0 then
            v_part := least(v_amount, account_posted[v_debit] - account_held[v_debit]);
            if v_part > 0 then
              parts := 2; part_debit[2] := v_debit; part_amount[2] := v_part; part_hold[2] := 0;
              v_amount := v_amount - v_part;
            end if;
            if v_amount > 0 then
              if v_shortfall = 0 then
                v_refusal := outcome_insufficient; exit decision;
              end if;
              parts := parts + 1;
              part_debit[parts] := v_shortfall; part_amount[parts] := v_amount;
              part_hold[parts] := 0;
            end if;
          end if;
          v_step := 'capture';
        when leg_release then
          if v_amount > hold_remaining[v_hold] then
            v_refusal := outcome_hold_exceeded; exit decision;
          end if;
          v_step := case p_leg_flag[l] when 1 then 'expire' else 'release' end;
        when leg_forced then
          -- First use what is available, then the receivable.
          v_part := least(v_amount, account_posted[v_debit] - account_held[v_debit]);
          if v_part > 0 then
            parts := 1; part_debit[1] := v_debit; part_amount[1] := v_part; part_hold[1] := 0;
          end if;
          if v_amount > v_part then
            if v_shortfall = 0 then
              v_refusal := outcome_insufficient; exit decision;
            end if;
            parts := parts + 1;
            part_debit[parts] := v_shortfall; part_amount[parts] := v_amount - v_part;
            part_hold[parts] := 0;
          end if;
        when leg_sweep then
          if v_amount > 0 then
            parts := 1; part_debit[1] := v_debit; part_amount[1] := v_amount; part_hold[1] := 0;
          end if;
        when leg_require_open then null;
        end case;

        -- Apply the step to the hold and to its account's held amount.
        if v_step is not null then
          if account_logged_by[v_debit] <> m then
            undo_accounts := undo_accounts + 1;
            undo_account[undo_accounts] := v_debit;
            undo_posted[undo_accounts] := account_posted[v_debit];
            undo_held[undo_accounts] := account_held[v_debit];
            undo_version[undo_accounts] := account_version[v_debit];
            account_logged_by[v_debit] := m;
          end if;
          if hold_logged_by[v_hold] <> m then
            undo_holds := undo_holds + 1;
            undo_hold[undo_holds] := v_hold;
            undo_hold_amount[undo_holds] := hold_amount[v_hold];
            undo_captured[undo_holds] := hold_captured[v_hold];
            undo_remaining[undo_holds] := hold_remaining[v_hold];
            undo_state[undo_holds] := hold_state[v_hold];
            hold_logged_by[v_hold] := m;
          end if;
          if v_type = leg_hold then
            hold_account[v_hold] := v_debit; hold_state[v_hold] := 'open';
            hold_amount[v_hold] := v_amount; hold_captured[v_hold] := 0;
            hold_remaining[v_hold] := v_amount; hold_created_by[v_hold] := m;
            hold_expires[v_hold] := to_timestamp(p_leg_expires[l]::float8 / 1000);
            account_held[v_debit] := account_held[v_debit] + v_amount;
          elsif v_type = leg_increase then
            hold_amount[v_hold] := hold_amount[v_hold] + v_amount;
            hold_remaining[v_hold] := hold_remaining[v_hold] + v_amount;
            account_held[v_debit] := account_held[v_debit] + v_amount;
          else
            if v_type = leg_capture then
              v_amount := part_amount[1];
              hold_captured[v_hold] := hold_captured[v_hold] + v_amount;
            end if;
            hold_remaining[v_hold] := hold_remaining[v_hold] - v_amount;
            account_held[v_debit] := account_held[v_debit] - v_amount;
            if hold_remaining[v_hold] = 0 then
              hold_state[v_hold] := case v_step when 'capture' then 'captured'
                when 'expire' then 'expired' else 'released' end;
            end if;
          end if;
          steps := steps + 1;
          step_movement[steps] := m; step_n[steps] := steps - steps_before;
          step_hold[steps] := v_hold; step_name[steps] := v_step;
          step_amount[steps] := v_amount; step_remaining[steps] := hold_remaining[v_hold];
          -- A final capture releases what remains.
          if v_type = leg_capture and p_leg_flag[l] = 1 and hold_remaining[v_hold] > 0 then
            steps := steps + 1;
            step_movement[steps] := m; step_n[steps] := steps - steps_before;
            step_hold[steps] := v_hold; step_name[steps] := 'release';
            step_amount[steps] := hold_remaining[v_hold]; step_remaining[steps] := 0;
            account_held[v_debit] := account_held[v_debit] - hold_remaining[v_hold];
            hold_remaining[v_hold] := 0; hold_state[v_hold] := 'captured';
          end if;
        end if;

        -- Apply the transfers. Internal accounts have no balance to change.
        for i in 1..parts loop
          v_debit := part_debit[i]; v_amount := part_amount[i];
          transfers := transfers + 1;
          transfer_movement[transfers] := m;
          transfer_n[transfers] := transfers - transfers_before;
          transfer_debit[transfers] := account_ids[v_debit];
          transfer_credit[transfers] := account_ids[v_credit];
          transfer_amount[transfers] := v_amount;
          transfer_hold[transfers] := part_hold[i];
          if account_kind[v_debit] > kind_internal then
            if account_logged_by[v_debit] <> m then
              undo_accounts := undo_accounts + 1;
              undo_account[undo_accounts] := v_debit;
              undo_posted[undo_accounts] := account_posted[v_debit];
              undo_held[undo_accounts] := account_held[v_debit];
              undo_version[undo_accounts] := account_version[v_debit];
              account_logged_by[v_debit] := m;
            end if;
            account_posted[v_debit] := account_posted[v_debit] - v_amount;
            account_version[v_debit] := account_version[v_debit] + 1;
            transfer_debit_after[transfers] := account_posted[v_debit];
            transfer_debit_version[transfers] := account_version[v_debit];
            if account_posted[v_debit] < -max_balance then
              v_refusal := outcome_amount_out_of_range; exit decision;
            end if;
          else
            transfer_debit_after[transfers] := null; transfer_debit_version[transfers] := null;
          end if;
          if account_kind[v_credit] > kind_internal then
            if account_logged_by[v_credit] <> m then
              undo_accounts := undo_accounts + 1;
              undo_account[undo_accounts] := v_credit;
              undo_posted[undo_accounts] := account_posted[v_credit];
              undo_held[undo_accounts] := account_held[v_credit];
              undo_version[undo_accounts] := account_version[v_credit];
              account_logged_by[v_credit] := m;
            end if;
            account_posted[v_credit] := account_posted[v_credit] + v_amount;
            account_version[v_credit] := account_version[v_credit] + 1;
            transfer_credit_after[transfers] := account_posted[v_credit];
            transfer_credit_version[transfers] := account_version[v_credit];
            if account_posted[v_credit] > max_balance then
              v_refusal := outcome_amount_out_of_range; exit decision;
            end if;
          else
            transfer_credit_after[transfers] := null; transfer_credit_version[transfers] := null;
          end if;
        end loop;
      end loop;
    end decision;

    ---- 6.4 Refused: restore what the movement changed, as if it had never been submitted.
    if v_refusal > 0 then
      has_refusals := true;
      outcome_of[m] := v_refusal; place_of[m] := v_place;
      transfers := transfers_before; steps := steps_before; counted_end := counted_before;
      for i in 1..undo_accounts loop
        v_debit := undo_account[i];
        account_posted[v_debit] := undo_posted[i]; account_held[v_debit] := undo_held[i];
        account_version[v_debit] := undo_version[i]; account_logged_by[v_debit] := 0;
      end loop;
      for i in 1..undo_holds loop
        v_hold := undo_hold[i];
        hold_amount[v_hold] := undo_hold_amount[i]; hold_captured[v_hold] := undo_captured[i];
        hold_remaining[v_hold] := undo_remaining[i]; hold_state[v_hold] := undo_state[i];
        hold_logged_by[v_hold] := 0;
        if undo_state[i] is null then
          hold_created_by[v_hold] := 0;
        end if;
      end loop;
      for i in 1..undo_counters loop
        v_counter := undo_counter[i];
        counter_amount[v_counter] := undo_counter_amount[i];
        counter_count[v_counter] := undo_counter_count[i]; counter_logged_by[v_counter] := 0;
      end loop;
      continue;
    end if;

    ---- 6.5 Posted: record the result, the rows to write, and the changes to the targets.
    outcome_of[m] := outcome_posted; v_posted := v_posted + 1;
    result_from[m] := result_end + 1;
    for i in 1..undo_accounts loop
      v_debit := undo_account[i];
      account_changed[v_debit] := true;
      result_flat[result_end + 1] := account_ids[v_debit];
      result_flat[result_end + 2] := account_posted[v_debit];
      result_flat[result_end + 3] := account_held[v_debit];
      result_end := result_end + 3;
    end loop;
    result_to[m] := result_end;
    counted_from[m] := counted_before + 1; counted_to[m] := counted_end;
    for i in 1..undo_holds loop
      hold_changed[undo_hold[i]] := true;
    end loop;
    for i in 1..undo_counters loop
      counter_changed[undo_counter[i]] := true;
    end loop;
    if has_changes then
      for i in coalesce(p_change_end[m - 1], 0) + 1 .. p_change_end[m] loop
        v_target := p_change_target[i];
        target_changed[v_target] := true;
        target_changes[v_target] := target_changes[v_target] + 1;
        target_status[v_target] := p_change_status[i];
        target_amount[v_target] := coalesce(p_change_amount[i], target_amount[v_target]);
        target_fee[v_target] := coalesce(p_change_fee[i], target_fee[v_target]);
        changes := changes + 1;
        change_target[changes] := v_target; change_n[changes] := target_changes[v_target];
        change_status[changes] := target_status[v_target];
        change_amount[changes] := target_amount[v_target];
        change_fee[changes] := target_fee[v_target]; change_by[changes] := m;
      end loop;
    end if;
  end loop;

  ------------------------------------------------------------------------------------------------
  -- 7. Write, one statement per table.
  ------------------------------------------------------------------------------------------------
  if v_posted > 0 then
    v_xid := pg_current_xact_id()::text::bigint;
    insert into ledger.movement (id, customer_id, xid, event_at, created_at, amount, fee, card_id,
      parent_id, kind, status, currency, title, client_key, content_hash, touched, counted, data)
    -- Materialized, so that the flat arrays are built once instead of for every row.
    with z as materialized (select result_flat as result, counted_flat as counted)
    select u.id, u.customer, v_xid, to_timestamp(u.event_at::float8 / 1000), v_created, u.amount,
      u.fee, u.card, u.parent, u.kind, u.status, u.currency, u.title, u.client_key,
      substring(p_hashes from (u.ord::int - 1) * 32 + 1 for 32),
      z.result[u.result_from:u.result_to],
      case when u.counted_to >= u.counted_from then z.counted[u.counted_from:u.counted_to] end,
      coalesce(nullif(u.data, ''), '{}')::jsonb
    from z, unnest(p_ids, p_customers, p_event_at, p_amounts, p_fees, p_cards, p_parents, p_kinds,
      p_statuses, p_currencies, p_titles, p_client_keys, string_to_array(p_data, U&'\001E'),
      outcome_of, result_from, result_to, counted_from, counted_to) with ordinality
      u(id, customer, event_at, amount, fee, card, parent, kind, status, currency, title,
        client_key, data, outcome, result_from, result_to, counted_from, counted_to, ord)
    where u.outcome = outcome_posted;
    if transfers > 0 then
      insert into ledger.transfer (movement_id, n, currency, debit_account, credit_account, amount,
        debit_after, debit_version, credit_after, credit_version, hold_id)
      select p_ids[u.m], u.n, p_currencies[u.m], u.debit, u.credit, u.amount, u.debit_after,
        u.debit_version, u.credit_after, u.credit_version,
        case when u.hold > 0 then p_holds[u.hold] end
      from unnest(transfer_movement[1:transfers], transfer_n, transfer_debit, transfer_credit,
        transfer_amount, transfer_debit_after, transfer_debit_version, transfer_credit_after,
        transfer_credit_version, transfer_hold)
        u(m, n, debit, credit, amount, debit_after, debit_version, credit_after, credit_version,
          hold)
      where u.m is not null;
    end if;
    update ledger.balance b set posted = u.posted, held = u.held, version = u.version
    from unnest(account_ids, account_posted, account_held, account_version, account_changed)
      u(id, posted, held, version, changed)
    where b.account_id = u.id and u.changed;
    if steps > 0 then
      insert into ledger.hold (id, account_id, customer_id, movement_id, amount, captured,
        remaining, state, expires_at, created_at)
      select u.id, account_ids[u.account], p_customers[u.m], p_ids[u.m], u.amount, u.captured,
        u.remaining, u.state, u.expires_at, v_created
      from unnest(p_holds, hold_account, hold_created_by, hold_amount, hold_captured,
        hold_remaining, hold_state, hold_expires, hold_changed)
        u(id, account, m, amount, captured, remaining, state, expires_at, changed)
      where u.changed and u.m > 0;
      update ledger.hold b set amount = u.amount, captured = u.captured, remaining = u.remaining,
        state = u.state
      from unnest(p_holds, hold_created_by, hold_amount, hold_captured, hold_remaining, hold_state,
        hold_changed) u(id, m, amount, captured, remaining, state, changed)
      where b.id = u.id and u.changed and u.m = 0;
      insert into ledger.hold_step (movement_id, n, hold_id, step, amount, remaining_after)
      select p_ids[u.m], u.n, p_holds[u.hold], u.step, u.amount, u.remaining
      from unnest(step_movement[1:steps], step_n, step_hold, step_name, step_amount,
        step_remaining) u(m, n, hold, step, amount, remaining)
      where u.m is not null;
    end if;
    if has_guards then
      update ledger.counter b set amount = u.amount, count = u.count
      from unnest(p_subjects, p_windows, counter_amount, counter_count, counter_changed)
        u(subject, time_window, amount, count, changed)
      where b.subject = u.subject and b.time_window = u.time_window and u.changed;
    end if;
    insert into ledger.movement_state (movement_id, customer_id, card_id, kind, status, amount,
      fee, event_at, changes, changed_at)
    select u.id, u.customer, u.card, u.kind, u.status, u.amount, u.fee,
      to_timestamp(u.event_at::float8 / 1000), 0, v_created
    from unnest(p_ids, p_customers, p_cards, p_kinds, p_statuses, p_amounts, p_fees, p_event_at,
      p_parents, outcome_of)
      u(id, customer, card, kind, status, amount, fee, event_at, parent, outcome)
    where u.outcome = outcome_posted and u.parent is null
      and u.status in ('processing', 'reviewing', 'queued');
    if changes > 0 then
      insert into ledger.movement_history (movement_id, n, status, amount, fee, by_movement_id,
        created_at)
      select p_targets[u.target], u.n, u.status, u.amount, u.fee, p_ids[u.by], v_created
      from unnest(change_target, change_n, change_status, change_amount, change_fee, change_by)
        u(target, n, status, amount, fee, by);
      insert into ledger.movement_state as w (movement_id, customer_id, card_id, kind, status,
        amount, fee, event_at, changes, changed_at)
      select b.id, b.customer_id, b.card_id, b.kind, u.status, u.amount, u.fee, b.event_at,
        u.changes, v_created
      from unnest(p_targets, target_status, target_amount, target_fee, target_changes,
        target_changed) u(id, status, amount, fee, changes, changed)
      join ledger.movement b on b.id = u.id
      where u.changed
      order by b.id
      on conflict (movement_id) do update set status = excluded.status, amount = excluded.amount,
        fee = excluded.fee, changes = excluded.changes, changed_at = excluded.changed_at;
    end if;
    if p_events is not null then
      insert into ledger.outbox (topic, body, movement_id)
      select u.topic, u.body, p_ids[u.m]
      from jsonb_to_recordset(p_events) u(m int, topic text, body jsonb)
      where outcome_of[u.m] = outcome_posted;
    end if;
    if p_audit is not null then
      insert into ledger.audit (action, actor, customer_id, object, outcome, request_id,
        movement_id, data)
      select u.action, u.actor, u.customer, u.object, u.outcome, u.request, p_ids[u.m], u.data
      from jsonb_to_recordset(p_audit) u(m int, action text, actor text, customer uuid,
        object text, outcome text, request text, data jsonb)
      where outcome_of[u.m] = outcome_posted;
    end if;
  end if;

  ------------------------------------------------------------------------------------------------
  -- 8. Return the results.
  ------------------------------------------------------------------------------------------------
  created_at := v_created;
  if has_refusals then
    outcomes := array_to_string(outcome_of, ','); places := array_to_string(place_of, ',');
    if has_guards then
      used := array_to_string(used_amount, ',') || ';' || array_to_string(used_count, ',');
    end if;
  end if;
  touched := array_to_string(result_flat[1:result_end], ',');
  touched_from := array_to_string(result_from, ',');
  touched_to := array_to_string(result_to, ',');
  accounts := array_to_string(account_ids, ',');
  statuses := coalesce(array_to_string(account_status, ',', '1'), '');
end $$;

revoke execute on function ledger.submit from public;
grant execute on function ledger.submit to tessera_app;
