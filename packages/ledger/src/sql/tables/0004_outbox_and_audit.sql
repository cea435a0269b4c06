-- Events for open screens and other listeners. The application deletes what it delivered.
create table ledger.outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  body jsonb not null,
  movement_id uuid,
  xid bigint not null default pg_current_xact_id()::text::bigint,
  created_at timestamptz not null default clock_timestamp()
);
grant select, delete on ledger.outbox to tessera_app;

-- The public id of an audit event: a UUIDv7 of its moment, by which events are listed. It derives
-- from sealed columns, so it cannot contradict them; an event without a `ref` gets one from the
-- moment it was written. A versioned migration creates this function because stored rows contain
-- its result: replacing it would change no row.
create function ledger.audit_ref(p_data jsonb, p_created_at timestamptz, p_id bigint) returns uuid
language sql immutable
return coalesce((p_data ->> 'ref')::uuid, (
  lpad(to_hex((extract(epoch from p_created_at) * 1000)::bigint), 12, '0')
  || '70008' || lpad(to_hex(p_id), 15, '0'))::uuid);
revoke execute on function ledger.audit_ref from public;
grant execute on function ledger.audit_ref to tessera_app;

-- Audit events: who did what. Append-only and sealed.
create table ledger.audit (
  id bigint generated always as identity primary key,
  action text not null,
  actor text not null,
  customer_id uuid,
  object text,
  outcome text not null check (outcome in ('ok', 'refused')),
  request_id text,
  movement_id uuid,
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  xid bigint not null default pg_current_xact_id()::text::bigint,
  ref uuid not null generated always as (ledger.audit_ref(data, created_at, id)) stored
);
create unique index audit_ref on ledger.audit (ref);
create index audit_customer on ledger.audit (customer_id, ref) where customer_id is not null;
create index audit_request on ledger.audit (request_id) where request_id is not null;
create index audit_xid on ledger.audit using brin (xid)
  with (pages_per_range = 64, autosummarize = on);
grant select on ledger.audit to tessera_app;
