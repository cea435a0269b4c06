-- The hash chain: one signed block for everything written by transactions [from_xid, to_xid).
-- Append-only.
create table ledger.seal (
  n bigint primary key check (n > 0),
  from_xid bigint not null,
  to_xid bigint not null check (to_xid > from_xid),
  rows bigint not null check (rows >= 0),
  prev_hash bytea not null check (length(prev_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  key_id text not null,
  signature bytea not null,
  sealed_at timestamptz not null default clock_timestamp()
);
grant select on ledger.seal to tessera_app;
