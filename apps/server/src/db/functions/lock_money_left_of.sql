-- Like money_left_of, with the customer and all of their balances locked until the transaction
-- ends, so that no movement changes them in between. Locks in the order of postings.
create or replace function lock_money_left_of(p_customer uuid) returns text[]
language plpgsql set search_path = public, pg_temp as $$
begin
  perform from customer where id = p_customer for update;
  perform from ledger.balance b where b.account_id in (
      select a.id from ledger.account a where a.customer_id = p_customer)
    order by b.account_id for update;
  return money_left_of(p_customer);
end $$;

revoke execute on function lock_money_left_of from public;
