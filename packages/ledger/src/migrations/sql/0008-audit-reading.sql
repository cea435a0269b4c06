-- The name a record has outside, a UUIDv7 of the moment it tells of, by which it is also read in
-- order. It is derived from what the seals cover, so that it can't say anything else than they do.
-- One that was written without a name has its place by when it was written.
create function ledger.audit_ref(p_data jsonb, p_created_at timestamptz, p_id bigint) returns uuid
language sql immutable
return coalesce((p_data ->> 'ref')::uuid, (
  lpad(to_hex((extract(epoch from p_created_at) * 1000)::bigint), 12, '0')
  || '70008' || lpad(to_hex(p_id), 15, '0'))::uuid);

alter table ledger.audit add column ref uuid not null
  generated always as (ledger.audit_ref(data, created_at, id)) stored;

-- Lists are read by these; the older index by id served nothing.
drop index ledger.audit_customer;
create unique index audit_ref on ledger.audit (ref);
create index audit_customer on ledger.audit (customer_id, ref) where customer_id is not null;
create index audit_request on ledger.audit (request_id) where request_id is not null;

revoke execute on function ledger.audit_ref from public;
grant execute on function ledger.audit_ref to tessera_app;
