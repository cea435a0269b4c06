-- Opens customer accounts and returns their ids in the order of the parameters.
create or replace function ledger.open_accounts(
  p_customers uuid[], p_kinds text[], p_currencies text[]
) returns bigint[]
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_ids bigint[];
begin
  select array_agg(nextval('ledger.account_id') order by u.ord) into v_ids
  from unnest(p_customers) with ordinality u(customer, ord);
  insert into ledger.account (id, customer_id, kind, currency)
  select * from unnest(v_ids, p_customers, p_kinds, p_currencies);
  insert into ledger.balance (account_id, customer_id, currency, constrained)
  select id, customer, currency, kind <> 'receivable'
  from unnest(v_ids, p_customers, p_kinds, p_currencies) u(id, customer, kind, currency);
  return v_ids;
end $$;

revoke execute on function ledger.open_accounts from public;
grant execute on function ledger.open_accounts to tessera_app;
