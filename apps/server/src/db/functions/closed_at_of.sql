-- Returns when a customer's account was closed, or null if it is open.
create or replace function closed_at_of(p_customer uuid) returns timestamptz
language sql stable set search_path = public, pg_temp as $$
  select max(closed_at) from account_closing where customer_id = p_customer
$$;

revoke execute on function closed_at_of from public;
