-- Returns the first of an asset's internal accounts, and creates them at the first call. Ids from
-- 400 to 999 are those of assets: ten for each, which leaves room for sixty.
create or replace function ledger.open_asset(p_asset text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_kinds constant text[] := array['fees', 'chain_clearing', 'fx_position', 'dust'];
  v_first bigint;
begin
  if p_asset !~ '^[A-Z0-9]{2,10}:[A-Z0-9]{3,10}$' then
    raise exception '% is not an asset', p_asset using errcode = 'check_violation';
  end if;
  select min(a.id) into v_first from ledger.account a where a.currency = p_asset and a.id < 1000;
  if v_first is not null then
    return v_first;
  end if;
  -- Two transactions must not take the same ids.
  perform pg_advisory_xact_lock(hashtextextended('ledger.open_asset', 0));
  select min(a.id) into v_first from ledger.account a where a.currency = p_asset and a.id < 1000;
  if v_first is not null then
    return v_first;
  end if;
  select coalesce(max(a.id) / 10 * 10 + 10, 400) into v_first
  from ledger.account a where a.id between 400 and 999;
  if v_first > 990 then
    raise exception 'there is no room for the asset %', p_asset
      using errcode = 'program_limit_exceeded';
  end if;
  insert into ledger.account (id, kind, currency)
  select v_first + k.n - 1, k.kind, p_asset from unnest(v_kinds) with ordinality k(kind, n);
  return v_first;
end $$;

revoke execute on function ledger.open_asset from public;
grant execute on function ledger.open_asset to tessera_app;
