-- Appends audit events that do not belong to a movement.
create or replace function ledger.append_audit(p_entries jsonb) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into ledger.audit (action, actor, customer_id, object, outcome, request_id, data)
  select u.action, u.actor, u.customer, u.object, u.outcome, u.request, u.data
  from jsonb_to_recordset(p_entries) u(action text, actor text, customer uuid, object text,
    outcome text, request text, data jsonb)
$$;

revoke execute on function ledger.append_audit from public;
grant execute on function ledger.append_audit to tessera_app;
