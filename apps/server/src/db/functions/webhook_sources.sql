-- Lists the rows of a sealed block, the transactions [p_from, p_to), that can be events of
-- customers with webhooks, in the ledger's order: movements, status changes and audit events about
-- cards.
-- A status change made by a step of the same movement is left out, since the step is an event.
create or replace function webhook_sources(p_from bigint, p_to bigint)
returns table (customer_id uuid, source text, kind text, status text, action text,
  root_id uuid, root_kind text, card_id uuid, happened_at timestamptz)
language sql stable set search_path = public, pg_temp
set enable_seqscan = off as $$
  select s.customer_id, s.source, s.kind, s.status, s.action, s.root_id, s.root_kind, s.card_id,
    s.happened_at
  from (
    select m.xid, 1 as stream, uuid_send(m.id) as key, m.customer_id, 'movement:' || m.id as source,
      m.kind, m.status, null::text as action, coalesce(p.id, m.id) as root_id,
      coalesce(p.kind, m.kind) as root_kind, coalesce(m.card_id, p.card_id) as card_id,
      m.created_at as happened_at
    from ledger.movement m
    join webhook_feed f on f.customer_id = m.customer_id
    left join ledger.movement p on p.id = m.parent_id
    where m.xid >= p_from and m.xid < p_to
    union all
    select h.xid, 2, uuid_send(h.movement_id) || int4send(h.n), m.customer_id,
      'status:' || h.movement_id || ':' || h.n, null, h.status, null, coalesce(p.id, m.id),
      coalesce(p.kind, m.kind), coalesce(m.card_id, p.card_id), h.created_at
    from ledger.movement_history h
    join ledger.movement m on m.id = h.movement_id
    join webhook_feed f on f.customer_id = m.customer_id
    left join ledger.movement p on p.id = m.parent_id
    left join ledger.movement b on b.id = h.by_movement_id
    where h.xid >= p_from and h.xid < p_to
      and b.parent_id is distinct from h.movement_id
    union all
    select a.xid, 3, int8send(a.id), a.customer_id, 'audit:' || a.id, null, null, a.action,
      null, null, case when a.object ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        then a.object::uuid end, a.created_at
    from ledger.audit a
    join webhook_feed f on f.customer_id = a.customer_id
    where a.xid >= p_from and a.xid < p_to and a.outcome = 'ok' and a.action like 'card.%'
  ) s
  order by s.xid, s.stream, s.key
$$;

revoke execute on function webhook_sources from public;
grant execute on function webhook_sources to tessera_app;
