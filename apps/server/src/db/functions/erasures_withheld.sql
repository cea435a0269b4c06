-- Lists customers whose account was closed before p_closed_before and who are not erased because
-- they still have money, with what they have.
create or replace function erasures_withheld(p_closed_before timestamptz)
returns table (customer_id uuid, closed_at timestamptz, money text[])
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select due.customer_id, due.closed_at, due.money from (
      select c.customer_id, c.closed_at, money_left_of(c.customer_id) as money
      from account_closing c
      where c.closed_at <= p_closed_before
        and not exists (select from erasure e where e.customer_id = c.customer_id)
    ) due where due.money <> '{}'
    order by due.closed_at;
end $$;

revoke execute on function erasures_withheld from public;
grant execute on function erasures_withheld to tessera_app;
