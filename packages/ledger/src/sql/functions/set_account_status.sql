-- Sets the status of an account and returns the previous one, or null if there is no such account.
-- Closing an account that contains money violates balance_closed. Reopening a closed account raises
-- TL002.
create or replace function ledger.set_account_status(p_account bigint, p_status smallint)
returns smallint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_before smallint;
begin
  select status into v_before from ledger.balance where account_id = p_account
  for no key update;
  if v_before = 4 and p_status <> 4 then
    raise exception 'account % is closed permanently', p_account using errcode = 'TL002';
  end if;
  update ledger.balance set status = p_status where account_id = p_account;
  return v_before;
end $$;

revoke execute on function ledger.set_account_status from public;
grant execute on function ledger.set_account_status to tessera_app;
