-- Returns a lower bound for the UUIDv7s of a point in time: its milliseconds, followed by zeros.
create or replace function ledger.uuid_floor(p_at timestamptz) returns uuid
language sql immutable as $$
  select (lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0')
    || '00000000000000000000')::uuid
$$;

revoke execute on function ledger.uuid_floor from public;
grant execute on function ledger.uuid_floor to tessera_app;
