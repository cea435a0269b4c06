-- Appends outbox events that do not belong to a movement.
create or replace function ledger.append_events(p_events jsonb) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into ledger.outbox (topic, body)
  select u.topic, u.body from jsonb_to_recordset(p_events) u(topic text, body jsonb)
$$;

revoke execute on function ledger.append_events from public;
grant execute on function ledger.append_events to tessera_app;
