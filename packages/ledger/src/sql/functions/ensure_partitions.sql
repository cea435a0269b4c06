-- Creates the missing monthly partitions of ledger.transfer for [p_from, p_to] and returns their
-- number. If the default partition already contains rows for a month, that month stays there.
create or replace function ledger.ensure_partitions(p_from timestamptz, p_to timestamptz)
returns integer
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

revoke execute on function ledger.ensure_partitions from public;
grant execute on function ledger.ensure_partitions to tessera_app;
