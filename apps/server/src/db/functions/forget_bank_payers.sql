-- Deletes the payers of up to p_limit bank transfers that last changed before p_before: names,
-- accounts and what they wrote. Amounts, days and the bank's references stay. Returns the number of
-- transfers.
create or replace function forget_bank_payers(p_before timestamptz, p_limit integer)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_before timestamptz := forget_before(p_before, interval '2555 days');
  v_count integer;
begin
  update bank_entry set party_name = null, party_account = null, remittance = ''
  where id in (
    select id from bank_entry
    where changed_at < v_before
      and (party_name is not null or party_account is not null or remittance <> '')
    order by changed_at limit p_limit for update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

revoke execute on function forget_bank_payers from public;
grant execute on function forget_bank_payers to tessera_app;
