-- Opens customers' accounts, in the order given. Returns their ids.
create function ledger.open_accounts(p_customers uuid[], p_kinds text[], p_currencies text[])
returns bigint[]
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_ids bigint[];
begin
  select array_agg(nextval('ledger.account_id') order by u.ord) into v_ids
  from unnest(p_customers) with ordinality u(customer, ord);
  insert into ledger.account (id, customer_id, kind, currency)
  select * from unnest(v_ids, p_customers, p_kinds, p_currencies);
  insert into ledger.balance (account_id, customer_id, currency, constrained)
  select id, customer, currency, kind <> 'receivable'
  from unnest(v_ids, p_customers, p_kinds, p_currencies) u(id, customer, kind, currency);
  return v_ids;
end $$;

-- Returns the status before, or null where there is no such account. Closing an account that
-- holds money fails on balance_closed; a closed one stays closed (TL002).
create function ledger.set_account_status(p_account bigint, p_status smallint) returns smallint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_before smallint;
begin
  select status into v_before from ledger.balance where account_id = p_account
  for no key update;
  if v_before = 4 and p_status <> 4 then
    raise exception 'account % is closed for ever', p_account using errcode = 'TL002';
  end if;
  update ledger.balance set status = p_status where account_id = p_account;
  return v_before;
end $$;

-- Writes audit rows that belong to no movement.
create function ledger.append_audit(p_entries jsonb) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into ledger.audit (action, actor, customer_id, object, outcome, request_id, data)
  select u.action, u.actor, u.customer, u.object, u.outcome, u.request, u.data
  from jsonb_to_recordset(p_entries) u(action text, actor text, customer uuid, object text,
    outcome text, request text, data jsonb)
$$;

-- Writes outbox events that belong to no movement.
create function ledger.append_events(p_events jsonb) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into ledger.outbox (topic, body)
  select u.topic, u.body from jsonb_to_recordset(p_events) u(topic text, body jsonb)
$$;

-- What the other modules read: every movement as it stands now.
create view ledger.movement_view as
select m.id, m.customer_id, m.card_id, m.parent_id, m.kind,
  coalesce(s.status, m.status) as status, m.status as first_status, m.currency,
  coalesce(s.amount, m.amount) as amount, coalesce(s.fee, m.fee) as fee,
  m.amount as first_amount, m.fee as first_fee, m.title, m.data, m.event_at, m.created_at,
  coalesce(s.changed_at, m.created_at) as changed_at, m.client_key
from ledger.movement m left join ledger.movement_state s on s.movement_id = m.id;

grant select on ledger.movement_view to tessera_app;
revoke execute on function ledger.open_accounts, ledger.set_account_status, ledger.append_audit,
  ledger.append_events from public;
grant execute on function ledger.open_accounts, ledger.set_account_status, ledger.append_audit,
  ledger.append_events to tessera_app;
