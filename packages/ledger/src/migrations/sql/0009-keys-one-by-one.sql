-- Looks for each client key by itself, in both ways of writing a batch. As a join, the plan could
-- be turned round while hardly any movement had a key: every batch then read the whole index of
-- keys, and went on doing so while it grew (45 ms a batch at 20,000 keys), until the next analyse.
do $$
declare
  v_changes constant text[] := array[
    'ledger.submit_plain',
    'join ledger.movement m on m.customer_id = u.customer and m.client_key = u.key
          and m.client_key is not null',
    'cross join lateral (
          select from ledger.movement f
          where f.customer_id = u.customer and f.client_key = u.key offset 0) m',
    'ledger.submit',
    'join ledger.movement w on w.customer_id = u.customer and w.client_key = u.key
      where u.key is not null and w.id <> u.id',
    'cross join lateral (
        select f.id from ledger.movement f
        where f.customer_id = u.customer and f.client_key = u.key offset 0) w
      where w.id <> u.id'];
  v_definition text;
begin
  for i in 1..cardinality(v_changes) by 3 loop
    v_definition := pg_get_functiondef(v_changes[i]::regproc);
    if position(v_changes[i + 1] in v_definition) = 0 then
      raise exception '% does not read as expected', v_changes[i];
    end if;
    execute replace(v_definition, v_changes[i + 1], v_changes[i + 2]);
  end loop;
end $$;
