-- Lists customers whose account was closed before p_closed_before and who are not erased because
-- they still have money, with what they have. Looks at the 5,000 whose account was closed first:
-- the dashboard calls it each time it is read.
create or replace function erasures_withheld(p_closed_before timestamptz)
returns table (customer_id uuid, closed_at timestamptz, money text[])
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    with due as materialized (
      select c.customer_id, c.closed_at from account_closing c
      where c.closed_at <= p_closed_before
        and not exists (select from erasure e where e.customer_id = c.customer_id)
      order by c.closed_at limit 5000
    ), checked as materialized (
      select d.customer_id, d.closed_at, money_left_of(d.customer_id) as money from due d
    )
    select k.customer_id, k.closed_at, k.money from checked k where k.money <> '{}'
    order by k.closed_at;
end $$;

revoke execute on function erasures_withheld from public;
grant execute on function erasures_withheld to tessera_app;
