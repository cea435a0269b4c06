-- Erases a customer whose account was closed before p_closed_before. Returns false if there is no
-- such customer, or if the customer has already been erased or still has money. Called by a
-- scheduled job of the application. In a live program, at least five years must have passed
-- according to the database's clock, regardless of what the application passes.
create or replace function erase_customer(
  p_customer uuid, p_closed_before timestamptz, p_now timestamptz, p_password_hash text
) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_recorded_at timestamptz;
begin
  perform from customer where id = p_customer for update;
  if not found or exists (select from erasure where customer_id = p_customer) then
    return false;
  end if;
  select closed_recorded_at into v_recorded_at from account_closing
    where customer_id = p_customer and closed_at <= p_closed_before;
  if not found or (coalesce(v_recorded_at, now()) > now() - interval '5 years'
      and exists (select from database_mark where kind = 'live')) then
    raise exception 'the account % is not due to be erased', p_customer;
  end if;
  if lock_money_left_of(p_customer) <> '{}' then
    return false;
  end if;
  perform erase_customer_rows(p_customer, p_now, p_password_hash);
  insert into erasure (customer_id, erased_at, reason) values (p_customer, p_now, 'period_over');
  return true;
end $$;

revoke execute on function erase_customer from public;
grant execute on function erase_customer to tessera_app;
