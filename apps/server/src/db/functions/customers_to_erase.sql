-- Lists customers whose account was closed before p_closed_before and who have not been erased yet.
create or replace function customers_to_erase(p_closed_before timestamptz, p_limit integer)
returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select c.customer_id from account_closing c
  where c.closed_at <= p_closed_before
    and not exists (select from erasure e where e.customer_id = c.customer_id)
  order by c.closed_at limit p_limit
$$;

revoke execute on function customers_to_erase from public;
grant execute on function customers_to_erase to tessera_app;
