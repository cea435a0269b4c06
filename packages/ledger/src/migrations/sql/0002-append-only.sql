create function ledger.refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only: a correction is a new row', tg_table_name
    using errcode = 'TL001';
end $$;

-- Row triggers of a partitioned table reach its partitions; those of TRUNCATE do not.
create function ledger.protect(p_table regclass) returns void
language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete on %s '
    'for each row execute function ledger.refuse_change()', p_table);
  execute format('create trigger append_only_truncate before truncate on %s '
    'for each statement execute function ledger.refuse_change()', p_table);
end $$;

select ledger.protect(t::regclass)
from unnest(array['ledger.movement', 'ledger.transfer', 'ledger.movement_history',
  'ledger.hold_step', 'ledger.audit']) t;
create trigger append_only_truncate before truncate on ledger.transfer_default
  for each statement execute function ledger.refuse_change();

-- The smallest UUIDv7 of a moment.
create function ledger.uuid_floor(p_at timestamptz) returns uuid
language sql immutable as $$
  select (lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0')
    || '00000000000000000000')::uuid
$$;

-- Makes the monthly partitions of [p_from, p_to] that are missing. A month that already has rows
-- in the default partition stays there.
create function ledger.ensure_partitions(p_from timestamptz, p_to timestamptz) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_month timestamptz := date_trunc('month', p_from at time zone 'UTC') at time zone 'UTC';
  v_next timestamptz;
  v_name text;
  v_made integer := 0;
begin
  if p_to > p_from + interval '10 years' then
    raise exception 'refusing to make partitions for more than ten years'
      using errcode = '22023';
  end if;
  while v_month <= p_to loop
    v_next := ((v_month at time zone 'UTC') + interval '1 month') at time zone 'UTC';
    v_name := 'transfer_' || to_char(v_month at time zone 'UTC', 'YYYY_MM');
    if to_regclass('ledger.' || v_name) is null and not exists (
      select from ledger.transfer_default
      where movement_id >= ledger.uuid_floor(v_month) and movement_id < ledger.uuid_floor(v_next)
    ) then
      execute format('create table ledger.%I partition of ledger.transfer '
        'for values from (%L) to (%L) with (autovacuum_analyze_scale_factor = 0.4)', v_name,
        ledger.uuid_floor(v_month), ledger.uuid_floor(v_next));
      execute format('create trigger append_only_truncate before truncate on ledger.%I '
        'for each statement execute function ledger.refuse_change()', v_name);
      execute format('grant select on ledger.%I to tessera_app', v_name);
      v_made := v_made + 1;
    end if;
    v_month := v_next;
  end loop;
  return v_made;
end $$;

select ledger.ensure_partitions(now() - interval '13 months', now() + interval '3 months');

grant select on all tables in schema ledger to tessera_app;
grant delete on ledger.outbox to tessera_app;
revoke execute on all functions in schema ledger from public;
grant execute on function ledger.ensure_partitions, ledger.uuid_floor to tessera_app;
