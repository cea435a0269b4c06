-- Decides and writes a batch of movements, each seeing what the former ones left; what needs no
-- decision goes the short way (ledger.submit_plain, 0006) instead. Amounts are
-- minor units; lists of text are joined by U+001E; indexes are 1-based, 0 for none.
--
-- Legs (p_leg_a, p_leg_b, p_leg_c index p_accounts, p_leg_hold indexes p_holds):
--   1 transfer a -> b      2 hold a            3 increase         4 capture -> b, shortfall c
--   5 release (flag 1: expired; amount 0: all) 6 forced a -> b, shortfall c   7 sweep a -> b
-- Outcomes: 0 posted, 1 already posted, 2 mismatch, 3 insufficient, 4 guard exceeded, 5 blocked,
--   6 closed, 7 no such account, 8 no such hold, 9 hold closed, 10 hold exceeded,
--   11 hold not expired, 12 currency differs, 13 no such movement, 14 id out of time,
--   15 amount out of range
create or replace function ledger.submit(
  p_now timestamptz, p_ids uuid[], p_customers uuid[], p_kinds text[], p_cards uuid[],
  p_parents uuid[], p_statuses text[], p_currencies text[], p_amounts bigint[], p_fees bigint[],
  p_titles text[], p_data text, p_event_at bigint[], p_client_keys text[], p_hashes bytea,
  p_accounts bigint[], p_leg_end int[], p_leg_type int[], p_leg_a int[], p_leg_b int[],
  p_leg_c int[], p_leg_hold int[], p_leg_amount bigint[], p_leg_flag int[], p_leg_expires bigint[],
  p_holds uuid[], p_guard_end int[], p_guard_counter int[], p_guard_amount bigint[],
  p_guard_count bigint[], p_guard_max_amount bigint[], p_guard_max_count bigint[],
  p_subjects uuid[], p_windows text[], p_change_end int[], p_change_target int[],
  p_change_status text[], p_change_amount bigint[], p_change_fee bigint[], p_targets uuid[],
  p_target_item int[], p_events jsonb, p_audit jsonb,
  out created_at timestamptz, out outcomes text, out places text, out used text, out touched text,
  out touched_from text, out touched_to text, out accounts text, out statuses text, out known jsonb
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  c_max constant bigint := 99999999999999;
  c_ceiling constant bigint := 900000000000000000;
  n int := cardinality(p_ids);
  v_created timestamptz := clock_timestamp();
  v_now timestamptz := coalesce(p_now, v_created);
  -- accounts: kind 0 missing, 1 house, 2 constrained, 3 receivable
  a_id bigint[] := p_accounts; a_kind int[]; a_customer uuid[]; a_currency text[]; a_status int[];
  a_posted bigint[]; a_held bigint[]; a_version bigint[]; a_mark int[]; a_dirty bool[];
  -- holds
  h_account int[]; h_state text[]; h_amount bigint[]; h_captured bigint[]; h_remaining bigint[];
  h_expires timestamptz[]; h_mark int[]; h_dirty bool[]; h_movement int[];
  -- counters
  k_id bigint[]; k_amount bigint[]; k_count bigint[]; k_mark int[]; k_dirty bool[];
  -- targets of status changes
  t_customer uuid[]; t_status text[]; t_amount bigint[]; t_fee bigint[]; t_changes int[];
  t_dirty bool[];
  -- outcome of each movement, where it refused and the counter as it stood
  o_code int[] := array_fill(-1, array[n]); o_place int[] := array_fill(-1, array[n]);
  o_amount bigint[] := array_fill(0::bigint, array[n]); o_count bigint[] := o_amount;
  o_from int[] := array_fill(1, array[n]); o_to int[] := array_fill(0, array[n]);
  c_from int[] := o_from; c_to int[] := o_to;
  o_flat bigint[] := '{}'; o_end int := 0; c_flat bigint[] := '{}'; c_end int := 0; c_start int;
  -- rows to write
  x_movement int[] := '{}'; x_n int[] := '{}'; x_debit bigint[] := '{}'; x_credit bigint[] := '{}';
  x_amount bigint[] := '{}'; x_debit_after bigint[] := '{}'; x_debit_version bigint[] := '{}';
  x_credit_after bigint[] := '{}'; x_credit_version bigint[] := '{}'; x_hold int[] := '{}';
  x int := 0; x_start int;
  s_movement int[] := '{}'; s_n int[] := '{}'; s_hold int[] := '{}'; s_step text[] := '{}';
  s_amount bigint[] := '{}'; s_remaining bigint[] := '{}'; s int := 0; s_start int;
  y_target int[] := '{}'; y_n int[] := '{}'; y_status text[] := '{}'; y_amount bigint[] := '{}';
  y_fee bigint[] := '{}'; y_by int[] := '{}'; y int := 0;
  -- journal of the movement in hand
  j_a int[] := '{}'; j_posted bigint[] := '{}'; j_held bigint[] := '{}'; j_version bigint[] := '{}';
  j int; g_h int[] := '{}'; g_amount bigint[] := '{}'; g_captured bigint[] := '{}';
  g_remaining bigint[] := '{}'; g_state text[] := '{}'; g int;
  q_k int[] := '{}'; q_amount bigint[] := '{}'; q_count bigint[] := '{}'; q int;
  -- transfers of the leg in hand
  e int; e_debit int[] := '{0,0,0}'; e_amount bigint[] := '{0,0,0}'; e_hold int[] := '{0,0,0}';
  m int; l int; i int; k int; h int; d int; c int; f int; v_fail int; v_place int;
  v_posted int := 0;
  v_leg int; v_guard int; v_change int; v_guards bool := cardinality(p_guard_counter) > 0;
  v_changes bool := cardinality(p_targets) > 0; v_amount bigint; v_left bigint; v_count bigint;
  v_customer uuid; v_currency text; v_type int; v_step text; v_refused bool := false; v_xid bigint;
  r record;
begin
  if cardinality(p_holds) > 0 then
    -- The account of a hold never changes, so it can be read before anything is locked.
    select a_id || array_agg(distinct w.account_id) into a_id
    from ledger.hold w where w.id = any(p_holds) and w.account_id <> all(p_accounts)
    having count(*) > 0;
    a_id := coalesce(a_id, p_accounts);
  end if;

  with locked as materialized (
    select b.* from ledger.balance b where b.account_id = any(a_id)
    order by b.account_id for no key update
  )
  select array_agg(case when w.id < 1000 then (w.house is not null)::int
      when w.constrained then 2 when w.constrained is null then 0 else 3 end),
    array_agg(w.customer_id), array_agg(coalesce(w.house, w.currency)), array_agg(w.status::int),
    array_agg(w.posted), array_agg(w.held), array_agg(w.version), array_agg(0), array_agg(false)
  into a_kind, a_customer, a_currency, a_status, a_posted, a_held, a_version, a_mark, a_dirty
  from (
    select u.id, b.customer_id, b.currency, b.status, b.posted, b.held, b.version, b.constrained,
      case when u.id < 1000 then (select a.currency from ledger.account a where a.id = u.id) end
        as house
    from unnest(a_id) with ordinality u(id, ord) left join locked b on b.account_id = u.id
    order by u.ord
  ) w;

  if v_guards then
    for i in 1..2 loop
      with locked as materialized (
        select k.* from unnest(p_subjects, p_windows) u(subject, time_window)
        join ledger.counter k on k.subject = u.subject and k.time_window = u.time_window
        order by k.subject, k.time_window collate "C" for no key update of k
      )
      select array_agg(w.id), array_agg(w.amount), array_agg(w.count), array_agg(0),
        array_agg(false), count(*) - count(w.id)
      into k_id, k_amount, k_count, k_mark, k_dirty, k
      from (
        select b.id, b.amount, b.count
        from unnest(p_subjects, p_windows) with ordinality u(subject, time_window, ord)
        left join locked b on b.subject = u.subject and b.time_window = u.time_window
        order by u.ord
      ) w;
      exit when k = 0;
      insert into ledger.counter (subject, time_window)
      select u.subject, u.time_window from unnest(p_subjects, p_windows) u(subject, time_window)
      order by u.subject, u.time_window collate "C"
      on conflict do nothing;
    end loop;
  end if;

  if cardinality(p_holds) > 0 then
    with locked as materialized (
      select w.* from ledger.hold w where w.id = any(p_holds) order by w.id for no key update
    )
    select array_agg(array_position(a_id, w.account_id)), array_agg(w.state), array_agg(w.amount),
      array_agg(w.captured), array_agg(w.remaining), array_agg(w.expires_at), array_agg(0),
      array_agg(false), array_agg(0)
    into h_account, h_state, h_amount, h_captured, h_remaining, h_expires, h_mark, h_dirty,
      h_movement
    from (
      select b.* from unnest(p_holds) with ordinality u(id, ord) left join locked b on b.id = u.id
      order by u.ord
    ) w;
  end if;

  if v_changes then
    perform from ledger.movement_state w where w.movement_id = any(p_targets)
    order by w.movement_id for no key update;
    select array_agg(w.customer_id), array_agg(w.status), array_agg(w.amount), array_agg(w.fee),
      array_agg(coalesce(w.changes, 0)), array_agg(false)
    into t_customer, t_status, t_amount, t_fee, t_changes, t_dirty
    from (
      select b.customer_id, coalesce(w.status, b.status) as status,
        coalesce(w.amount, b.amount) as amount, coalesce(w.fee, b.fee) as fee, w.changes
      from unnest(p_targets) with ordinality u(id, ord)
      left join ledger.movement b on b.id = u.id
      left join ledger.movement_state w on w.movement_id = u.id
      order by u.ord
    ) w;
  end if;

  -- Known ids come first, and they are looked up after the locks so that a racing batch is seen.
  for r in
    select u.ord::int, w.content_hash, w.touched, w.created_at
    from unnest(p_ids) with ordinality u(id, ord) join ledger.movement w on w.id = u.id
  loop
    v_refused := true;
    if r.content_hash = substring(p_hashes from (r.ord - 1) * 32 + 1 for 32) then
      o_code[r.ord] := 1;
      o_flat := o_flat || r.touched;
      o_from[r.ord] := o_end + 1;
      o_end := o_end + cardinality(r.touched);
      o_to[r.ord] := o_end;
      known := coalesce(known, '{}') || jsonb_build_object(r.ord, r.created_at);
    else
      o_code[r.ord] := 2;
    end if;
  end loop;
  if cardinality(p_client_keys) > 0 then
    for r in
      select u.ord::int
      from unnest(p_ids, p_customers, p_client_keys) with ordinality u(id, customer, key, ord)
      cross join lateral (
        select f.id from ledger.movement f
        where f.customer_id = u.customer and f.client_key = u.key offset 0) w
      where w.id <> u.id
    loop
      if o_code[r.ord] = -1 then
        o_code[r.ord] := 2;
      end if;
      v_refused := true;
    end loop;
  end if;
  for r in
    select u.ord::int from unnest(p_ids) with ordinality u(id, ord)
    where uuid_extract_version(u.id) is distinct from 7 or uuid_extract_timestamp(u.id)
      not between v_now - interval '24 hours' and v_now + interval '24 hours'
  loop
    if o_code[r.ord] = -1 then
      o_code[r.ord] := 14;
    end if;
  end loop;

  for m in 1..n loop
    if o_code[m] >= 0 then
      v_refused := true;
      continue;
    end if;
    v_customer := p_customers[m]; v_currency := p_currencies[m];
    v_leg := coalesce(p_leg_end[m - 1], 0);
    v_fail := 0; v_place := -1; j := 0; g := 0; q := 0;
    x_start := x; s_start := s; c_start := c_end;

    if v_changes then
      for i in coalesce(p_change_end[m - 1], 0) + 1 .. p_change_end[m] loop
        k := p_change_target[i];
        if t_customer[k] is null and p_target_item[k] > 0 and p_target_item[k] < m
          and o_code[p_target_item[k]] = 0 then
          f := p_target_item[k];
          t_customer[k] := p_customers[f]; t_status[k] := p_statuses[f];
          t_amount[k] := p_amounts[f]; t_fee[k] := p_fees[f];
        end if;
        if t_customer[k] is distinct from v_customer then
          v_fail := 13;
          exit;
        end if;
      end loop;
    end if;

    if v_guards and v_fail = 0 then
      v_guard := coalesce(p_guard_end[m - 1], 0);
      for i in v_guard + 1 .. p_guard_end[m] loop
        k := p_guard_counter[i];
        v_amount := greatest(k_amount[k] + p_guard_amount[i], 0);
        v_count := greatest(k_count[k] + p_guard_count[i], 0);
        if (p_guard_amount[i] > 0 and v_amount > p_guard_max_amount[i])
          or (p_guard_count[i] > 0 and v_count > p_guard_max_count[i]) then
          v_fail := 4; v_place := i - v_guard - 1;
          o_amount[m] := k_amount[k]; o_count[m] := k_count[k];
          exit;
        end if;
        if k_mark[k] <> m then
          q := q + 1;
          q_k[q] := k; q_amount[q] := k_amount[k]; q_count[q] := k_count[k];
          k_mark[k] := m;
        end if;
        c_flat[c_end + 1] := k_id[k]; c_flat[c_end + 2] := v_amount - k_amount[k];
        c_flat[c_end + 3] := v_count - k_count[k];
        c_end := c_end + 3;
        k_amount[k] := v_amount; k_count[k] := v_count;
      end loop;
    end if;

    if v_fail = 0 then
    for l in v_leg + 1 .. p_leg_end[m] loop
      v_type := p_leg_type[l]; d := p_leg_a[l]; c := p_leg_b[l]; v_amount := p_leg_amount[l];
      h := p_leg_hold[l]; e := 0; v_step := null; v_place := l - v_leg - 1;
      -- The hold and the account behind it.
      if v_type between 3 and 5 then
        d := h_account[h];
        if h_state[h] is null or a_customer[d] <> v_customer then
          v_fail := 8; exit;
        elsif h_state[h] <> 'open' then
          v_fail := 9; exit;
        elsif a_currency[d] <> v_currency then
          v_fail := 12; exit;
        end if;
        if v_type = 5 then
          if p_leg_flag[l] = 1 and v_now < h_expires[h] then
            v_fail := 11; exit;
          end if;
          if v_amount = 0 then
            v_amount := h_remaining[h];
          end if;
        end if;
      else
        if a_kind[d] = 0 or a_customer[d] <> v_customer
          or (v_type <> 1 and a_kind[d] <> 2) then
          v_fail := 7; exit;
        elsif a_currency[d] <> v_currency then
          v_fail := 12; exit;
        end if;
      end if;
      -- The account credited, and the one that takes a shortfall.
      if c > 0 then
        if a_kind[c] = 0 or c = d or a_customer[c] <> v_customer then
          v_fail := 7; exit;
        elsif a_currency[c] <> v_currency then
          v_fail := 12; exit;
        elsif a_status[c] = 4 then
          v_fail := 6; exit;
        elsif a_status[c] = 3 then
          v_fail := 5; exit;
        end if;
        f := p_leg_c[l];
        if f > 0 then
          if a_kind[f] <> 3 or f = c or a_customer[f] <> v_customer then
            v_fail := 7; exit;
          elsif a_currency[f] <> v_currency then
            v_fail := 12; exit;
          end if;
        end if;
      end if;
      -- New debits need an open account; what was authorised before still settles.
      if v_type <= 3 then
        if a_status[d] = 4 then
          v_fail := 6; exit;
        elsif a_status[d] > 1 then
          v_fail := 5; exit;
        end if;
      elsif v_type = 7 then
        if a_status[d] = 4 then
          v_fail := 6; exit;
        end if;
        v_amount := a_posted[d] - a_held[d];
      end if;
      if v_type <> 7 and (v_amount < 1 or v_amount > c_max) then
        v_fail := 15; exit;
      elsif v_type = 7 and v_amount > c_max then
        v_fail := 15; exit;
      end if;

      case v_type
      when 1 then
        if a_kind[d] = 2 and a_posted[d] - a_held[d] < v_amount then
          v_fail := 3; exit;
        end if;
        e := 1; e_debit[1] := d; e_amount[1] := v_amount; e_hold[1] := 0;
      when 2, 3 then
        if v_type = 2 and h_state[h] is not null then
          v_fail := 2; exit;
        elsif a_posted[d] - a_held[d] < v_amount then
          v_fail := 3; exit;
        end if;
        v_step := case v_type when 2 then 'hold' else 'increase' end;
      when 4 then
        v_left := least(v_amount, h_remaining[h]);
        e := 1; e_debit[1] := d; e_amount[1] := v_left; e_hold[1] := h;
        v_amount := v_amount - v_left;
        if v_amount > 0 then
          v_left := least(v_amount, a_posted[d] - a_held[d]);
          if v_left > 0 then
            e := 2; e_debit[2] := d; e_amount[2] := v_left; e_hold[2] := 0;
            v_amount := v_amount - v_left;
          end if;
          if v_amount > 0 then
            if f = 0 then
              v_fail := 3; exit;
            end if;
            e := e + 1; e_debit[e] := f; e_amount[e] := v_amount; e_hold[e] := 0;
          end if;
        end if;
        v_step := 'capture';
      when 5 then
        if v_amount > h_remaining[h] then
          v_fail := 10; exit;
        end if;
        v_step := case p_leg_flag[l] when 1 then 'expire' else 'release' end;
      when 6 then
        v_left := least(v_amount, a_posted[d] - a_held[d]);
        if v_left > 0 then
          e := 1; e_debit[1] := d; e_amount[1] := v_left; e_hold[1] := 0;
        end if;
        if v_amount > v_left then
          if f = 0 then
            v_fail := 3; exit;
          end if;
          e := e + 1; e_debit[e] := f; e_amount[e] := v_amount - v_left; e_hold[e] := 0;
        end if;
      when 7 then
        if v_amount > 0 then
          e := 1; e_debit[1] := d; e_amount[1] := v_amount; e_hold[1] := 0;
        end if;
      end case;

      if v_step is not null then
        if a_mark[d] <> m then
          j := j + 1;
          j_a[j] := d; j_posted[j] := a_posted[d]; j_held[j] := a_held[d];
          j_version[j] := a_version[d]; a_mark[d] := m;
        end if;
        if h_mark[h] <> m then
          g := g + 1;
          g_h[g] := h; g_amount[g] := h_amount[h]; g_captured[g] := h_captured[h];
          g_remaining[g] := h_remaining[h]; g_state[g] := h_state[h]; h_mark[h] := m;
        end if;
        if v_type = 2 then
          h_account[h] := d; h_state[h] := 'open'; h_amount[h] := v_amount; h_captured[h] := 0;
          h_remaining[h] := v_amount; h_movement[h] := m;
          h_expires[h] := to_timestamp(p_leg_expires[l]::float8 / 1000);
          a_held[d] := a_held[d] + v_amount;
        elsif v_type = 3 then
          h_amount[h] := h_amount[h] + v_amount; h_remaining[h] := h_remaining[h] + v_amount;
          a_held[d] := a_held[d] + v_amount;
        else
          if v_type = 4 then
            v_amount := e_amount[1];
            h_captured[h] := h_captured[h] + v_amount;
          end if;
          h_remaining[h] := h_remaining[h] - v_amount;
          a_held[d] := a_held[d] - v_amount;
          if h_remaining[h] = 0 then
            h_state[h] := case v_step when 'capture' then 'captured' when 'expire' then 'expired'
              else 'released' end;
          end if;
        end if;
        s := s + 1;
        s_movement[s] := m; s_n[s] := s - s_start; s_hold[s] := h; s_step[s] := v_step;
        s_amount[s] := v_amount; s_remaining[s] := h_remaining[h];
        if v_type = 4 and p_leg_flag[l] = 1 and h_remaining[h] > 0 then
          s := s + 1;
          s_movement[s] := m; s_n[s] := s - s_start; s_hold[s] := h; s_step[s] := 'release';
          s_amount[s] := h_remaining[h]; s_remaining[s] := 0;
          a_held[d] := a_held[d] - h_remaining[h];
          h_remaining[h] := 0; h_state[h] := 'captured';
        end if;
      end if;

      for i in 1..e loop
        d := e_debit[i]; v_amount := e_amount[i];
        x := x + 1;
        x_movement[x] := m; x_n[x] := x - x_start; x_debit[x] := a_id[d]; x_credit[x] := a_id[c];
        x_amount[x] := v_amount; x_hold[x] := e_hold[i];
        if a_kind[d] > 1 then
          if a_mark[d] <> m then
            j := j + 1;
            j_a[j] := d; j_posted[j] := a_posted[d]; j_held[j] := a_held[d];
            j_version[j] := a_version[d]; a_mark[d] := m;
          end if;
          a_posted[d] := a_posted[d] - v_amount; a_version[d] := a_version[d] + 1;
          x_debit_after[x] := a_posted[d]; x_debit_version[x] := a_version[d];
          if a_posted[d] < -c_ceiling then
            v_fail := 15; exit;
          end if;
        else
          x_debit_after[x] := null; x_debit_version[x] := null;
        end if;
        if a_kind[c] > 1 then
          if a_mark[c] <> m then
            j := j + 1;
            j_a[j] := c; j_posted[j] := a_posted[c]; j_held[j] := a_held[c];
            j_version[j] := a_version[c]; a_mark[c] := m;
          end if;
          a_posted[c] := a_posted[c] + v_amount; a_version[c] := a_version[c] + 1;
          x_credit_after[x] := a_posted[c]; x_credit_version[x] := a_version[c];
          if a_posted[c] > c_ceiling then
            v_fail := 15; exit;
          end if;
        else
          x_credit_after[x] := null; x_credit_version[x] := null;
        end if;
      end loop;
      exit when v_fail > 0;
    end loop;
    end if;

    if v_fail > 0 then
      v_refused := true;
      o_code[m] := v_fail; o_place[m] := v_place;
      x := x_start; s := s_start; c_end := c_start;
      for i in reverse j..1 loop
        d := j_a[i]; a_posted[d] := j_posted[i]; a_held[d] := j_held[i];
        a_version[d] := j_version[i]; a_mark[d] := 0;
      end loop;
      for i in reverse g..1 loop
        h := g_h[i]; h_amount[h] := g_amount[i]; h_captured[h] := g_captured[i];
        h_remaining[h] := g_remaining[i]; h_state[h] := g_state[i]; h_mark[h] := 0;
        if g_state[i] is null then
          h_movement[h] := 0;
        end if;
      end loop;
      for i in reverse q..1 loop
        k := q_k[i]; k_amount[k] := q_amount[i]; k_count[k] := q_count[i]; k_mark[k] := 0;
      end loop;
      continue;
    end if;

    o_code[m] := 0; v_posted := v_posted + 1; o_from[m] := o_end + 1;
    for i in 1..j loop
      d := j_a[i]; a_dirty[d] := true;
      o_flat[o_end + 1] := a_id[d]; o_flat[o_end + 2] := a_posted[d];
      o_flat[o_end + 3] := a_held[d];
      o_end := o_end + 3;
    end loop;
    o_to[m] := o_end; c_from[m] := c_start + 1; c_to[m] := c_end;
    for i in 1..g loop
      h_dirty[g_h[i]] := true;
    end loop;
    for i in 1..q loop
      k_dirty[q_k[i]] := true;
    end loop;
    if v_changes then
      for i in coalesce(p_change_end[m - 1], 0) + 1 .. p_change_end[m] loop
        k := p_change_target[i];
        t_dirty[k] := true; t_changes[k] := t_changes[k] + 1; t_status[k] := p_change_status[i];
        t_amount[k] := coalesce(p_change_amount[i], t_amount[k]);
        t_fee[k] := coalesce(p_change_fee[i], t_fee[k]);
        y := y + 1;
        y_target[y] := k; y_n[y] := t_changes[k]; y_status[y] := t_status[k];
        y_amount[y] := t_amount[k]; y_fee[y] := t_fee[k]; y_by[y] := m;
      end loop;
    end if;
  end loop;

  if v_posted > 0 then
    v_xid := pg_current_xact_id()::text::bigint;
    insert into ledger.movement (id, customer_id, xid, event_at, created_at, amount, fee, card_id,
      parent_id, kind, status, currency, title, client_key, content_hash, touched, counted, data)
    -- Materialised, the flat arrays are flattened once and not for every row.
    with z as materialized (select o_flat as o, c_flat as c)
    select u.id, u.customer, v_xid, to_timestamp(u.event_at::float8 / 1000), v_created, u.amount,
      u.fee,
      u.card, u.parent, u.kind, u.status, u.currency, u.title, u.client_key,
      substring(p_hashes from (u.ord::int - 1) * 32 + 1 for 32), z.o[u.o_from:u.o_to],
      case when u.c_to >= u.c_from then z.c[u.c_from:u.c_to] end,
      coalesce(nullif(u.data, ''), '{}')::jsonb
    from z, unnest(p_ids, p_customers, p_event_at, p_amounts, p_fees, p_cards, p_parents, p_kinds,
      p_statuses, p_currencies, p_titles, p_client_keys, string_to_array(p_data, U&'\001E'),
      o_code, o_from, o_to, c_from, c_to) with ordinality
      u(id, customer, event_at, amount, fee, card, parent, kind, status, currency, title,
        client_key, data, code, o_from, o_to, c_from, c_to, ord)
    where u.code = 0;
    if x > 0 then
      insert into ledger.transfer (movement_id, n, currency, debit_account, credit_account, amount,
        debit_after, debit_version, credit_after, credit_version, hold_id)
      select p_ids[u.m], u.n, p_currencies[u.m], u.debit, u.credit, u.amount, u.debit_after,
        u.debit_version, u.credit_after, u.credit_version,
        case when u.hold > 0 then p_holds[u.hold] end
      from unnest(x_movement[1:x], x_n, x_debit, x_credit, x_amount, x_debit_after,
        x_debit_version, x_credit_after, x_credit_version, x_hold)
        u(m, n, debit, credit, amount, debit_after, debit_version, credit_after, credit_version,
          hold)
      where u.m is not null;
    end if;
    update ledger.balance b set posted = u.posted, held = u.held, version = u.version
    from unnest(a_id, a_posted, a_held, a_version, a_dirty) u(id, posted, held, version, dirty)
    where b.account_id = u.id and u.dirty;
    if s > 0 then
      insert into ledger.hold (id, account_id, customer_id, movement_id, amount, captured,
        remaining, state, expires_at, created_at)
      select u.id, a_id[u.account], p_customers[u.m], p_ids[u.m], u.amount, u.captured,
        u.remaining, u.state, u.expires_at, v_created
      from unnest(p_holds, h_account, h_movement, h_amount, h_captured, h_remaining, h_state,
        h_expires, h_dirty) u(id, account, m, amount, captured, remaining, state, expires_at, dirty)
      where u.dirty and u.m > 0;
      update ledger.hold b set amount = u.amount, captured = u.captured, remaining = u.remaining,
        state = u.state
      from unnest(p_holds, h_movement, h_amount, h_captured, h_remaining, h_state, h_dirty)
        u(id, m, amount, captured, remaining, state, dirty)
      where b.id = u.id and u.dirty and u.m = 0;
      insert into ledger.hold_step (movement_id, n, hold_id, step, amount, remaining_after)
      select p_ids[u.m], u.n, p_holds[u.hold], u.step, u.amount, u.remaining
      from unnest(s_movement[1:s], s_n, s_hold, s_step, s_amount, s_remaining)
        u(m, n, hold, step, amount, remaining)
      where u.m is not null;
    end if;
    if v_guards then
      update ledger.counter b set amount = u.amount, count = u.count
      from unnest(p_subjects, p_windows, k_amount, k_count, k_dirty)
        u(subject, time_window, amount, count, dirty)
      where b.subject = u.subject and b.time_window = u.time_window and u.dirty;
    end if;
    insert into ledger.movement_state (movement_id, customer_id, card_id, kind, status, amount,
      fee, event_at, changes, changed_at)
    select u.id, u.customer, u.card, u.kind, u.status, u.amount, u.fee,
      to_timestamp(u.event_at::float8 / 1000), 0, v_created
    from unnest(p_ids, p_customers, p_cards, p_kinds, p_statuses, p_amounts, p_fees, p_event_at,
      p_parents, o_code) u(id, customer, card, kind, status, amount, fee, event_at, parent, code)
    where u.code = 0 and u.parent is null and u.status in ('processing', 'reviewing', 'queued');
    if y > 0 then
      insert into ledger.movement_history (movement_id, n, status, amount, fee, by_movement_id,
        created_at)
      select p_targets[u.target], u.n, u.status, u.amount, u.fee, p_ids[u.by], v_created
      from unnest(y_target, y_n, y_status, y_amount, y_fee, y_by)
        u(target, n, status, amount, fee, by);
      insert into ledger.movement_state as w (movement_id, customer_id, card_id, kind, status,
        amount, fee, event_at, changes, changed_at)
      select b.id, b.customer_id, b.card_id, b.kind, u.status, u.amount, u.fee, b.event_at,
        u.changes, v_created
      from unnest(p_targets, t_status, t_amount, t_fee, t_changes, t_dirty)
        u(id, status, amount, fee, changes, dirty)
      join ledger.movement b on b.id = u.id
      where u.dirty
      order by b.id
      on conflict (movement_id) do update set status = excluded.status, amount = excluded.amount,
        fee = excluded.fee, changes = excluded.changes, changed_at = excluded.changed_at;
    end if;
    if p_events is not null then
      insert into ledger.outbox (topic, body, movement_id)
      select u.topic, u.body, p_ids[u.m]
      from jsonb_to_recordset(p_events) u(m int, topic text, body jsonb) where o_code[u.m] = 0;
    end if;
    if p_audit is not null then
      insert into ledger.audit (action, actor, customer_id, object, outcome, request_id,
        movement_id, data)
      select u.action, u.actor, u.customer, u.object, u.outcome, u.request, p_ids[u.m], u.data
      from jsonb_to_recordset(p_audit) u(m int, action text, actor text, customer uuid,
        object text, outcome text, request text, data jsonb) where o_code[u.m] = 0;
    end if;
  end if;

  created_at := v_created;
  if v_refused then
    outcomes := array_to_string(o_code, ','); places := array_to_string(o_place, ',');
    if v_guards then
      used := array_to_string(o_amount, ',') || ';' || array_to_string(o_count, ',');
    end if;
  end if;
  touched := array_to_string(o_flat[1:o_end], ',');
  touched_from := array_to_string(o_from, ','); touched_to := array_to_string(o_to, ',');
  accounts := array_to_string(a_id, ',');
  statuses := coalesce(array_to_string(a_status, ',', '1'), '');
end $$;

revoke execute on function ledger.submit from public;
grant execute on function ledger.submit to tessera_app;
