-- Returns up to p_limit customers whose account was closed before p_closed_before and who have no
-- money left. Checks at most 200: those that were checked longest ago, or never. Customers with
-- money left, and those who are returned, take a place behind all others, so that one who cannot be
-- erased delays nobody. Customers who have been erased leave the order.
create or replace function take_customers_to_erase(p_closed_before timestamptz, p_limit integer)
returns setof uuid
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query
    with due as materialized (
      select c.id, c.customer_id, coalesce(c.erasure_order, c.closed_at) as place
      from account_closing c
      where coalesce(c.erasure_order, c.closed_at) <= p_closed_before
      order by coalesce(c.erasure_order, c.closed_at) limit 200
      for update skip locked
    ), checked as materialized (
      select d.id, d.customer_id, d.place,
        exists (select from erasure e where e.customer_id = d.customer_id) as is_erased,
        money_left_of(d.customer_id) <> '{}' as has_money
      from due d
    ), taken as materialized (
      select k.id, k.customer_id from checked k
      where not k.is_erased and not k.has_money
      order by k.place limit p_limit
    ), put_back as (
      update account_closing c set erasure_order =
        case when k.is_erased then 'infinity'::timestamptz else p_closed_before end
      from checked k
      where c.id = k.id
        and (k.is_erased or k.has_money or k.id in (select t.id from taken t))
    )
    select t.customer_id from taken t;
end $$;

revoke execute on function take_customers_to_erase from public;
grant execute on function take_customers_to_erase to tessera_app;
