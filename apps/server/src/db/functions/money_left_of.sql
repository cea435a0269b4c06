-- Returns what keeps a customer from being erased: money in any account and currency, held or owed,
-- or on its way to or from one. Empty if there is none.
create or replace function money_left_of(p_customer uuid) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(kind order by kind), '{}') from (
    select 'balance' as kind where exists (
      select from ledger.account a join ledger.balance b on b.account_id = a.id
      where a.customer_id = p_customer and b.posted <> 0)
    union all
    select 'hold' where exists (
      select from ledger.account a join ledger.balance b on b.account_id = a.id
      where a.customer_id = p_customer and b.held <> 0)
    union all
    select 'withdrawal' where exists (
      select from withdrawal where customer_id = p_customer and ended_at is null)
    union all
    select 'deposit' where exists (
      select from deposit_payment where customer_id = p_customer and credited_at is null
        and held is distinct from 'returned' and retracted_at is null)
      or exists (
      select from bank_entry where customer_id = p_customer and state = 'reviewing')
    union all
    -- Payments that arrived at an address of the customer and were not recorded as a deposit's yet.
    select 'deposit_address' where exists (
      select from deposit d join custodian_transfer t
        on t.network = d.network and t.address = d.address
      where d.customer_id = p_customer and t.acknowledged_at is null)
      or exists (
      select from deposit d join sandbox_chain_transfer t
        on t.network = d.network and t.address = d.address
      where d.customer_id = p_customer and t.acknowledged_at is null and t.retracted_at is null)
      or exists (
      select from deposit d join evm_address a on a.deposit_id = d.id
        join evm_transfer t on t.address = a.address
      where d.customer_id = p_customer and t.amount_minor > 0
        and case when t.retracted_at is null then t.acknowledged_at is null
          else t.retraction_settled_at is null end)
    union all
    select 'network_message' where exists (
      select from network_unmatched where customer_id = p_customer and state = 'waiting')
  ) found
$$;

revoke execute on function money_left_of from public;
grant execute on function money_left_of to tessera_app;
