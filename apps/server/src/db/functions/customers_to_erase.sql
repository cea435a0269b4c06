-- Lists customers whose account was closed before p_closed_before, who have no money left and who
-- have not been erased yet.
create or replace function customers_to_erase(p_closed_before timestamptz, p_limit integer)
returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select c.customer_id from account_closing c
    where c.closed_at <= p_closed_before
      and not exists (select from erasure e where e.customer_id = c.customer_id)
      and money_left_of(c.customer_id) = '{}'
    order by c.closed_at limit p_limit;
end $$;

revoke execute on function customers_to_erase from public;
grant execute on function customers_to_erase to tessera_app;
