-- Returns whether an actor's name in a record may be a customer's current or former username, which
-- is so if it belongs neither to an operator nor to a part of Tessera.
create or replace function may_name_customer(p_name text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select p_name not in ('customer', 'system', 'risk', 'command-line', 'tessera', 'reviews',
      'retention', 'practice', 'visitor', 'account closing', 'mailed link')
    and not exists (select from person where username = p_name and customer_id is null)
$$;

revoke execute on function may_name_customer from public;
