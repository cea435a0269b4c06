-- Movements: balanced journal entries as a customer understands them. Append-only.
create table ledger.movement (
  id uuid primary key,
  customer_id uuid not null,
  xid bigint not null default pg_current_xact_id()::text::bigint,
  event_at timestamptz not null,
  created_at timestamptz not null,
  amount bigint not null,
  fee bigint not null,
  card_id uuid,
  parent_id uuid,
  kind text not null check (kind <> '' and length(kind) <= 40),
  status text not null check (status in ('processing', 'reviewing', 'queued', 'completed',
    'failed', 'declined', 'rejected', 'cancelled', 'expired')),
  currency text not null,
  title text not null check (length(title) <= 500),
  client_key text check (length(client_key) between 1 and 255),
  content_hash bytea not null check (length(content_hash) = 32),
  -- The result: (account, posted, held) of every customer account that it touched, flattened.
  touched bigint[] not null,
  -- (counter, amount, count) of every guard, flattened.
  counted bigint[],
  data jsonb not null,
  check (parent_id <> id)
) with (autovacuum_vacuum_insert_scale_factor = 0.4, autovacuum_analyze_scale_factor = 0.4);
-- No plan depends on the distribution of these, and sampling arrays and documents is expensive.
alter table ledger.movement
  alter column title set statistics 0,
  alter column content_hash set statistics 0,
  alter column touched set statistics 0,
  alter column counted set statistics 0,
  alter column data set statistics 0;
create unique index movement_client_key on ledger.movement (customer_id, client_key)
  where client_key is not null;
-- A card's list is filtered within this index. An index of its own would cost every movement of a
-- card one more random page.
create index movement_customer on ledger.movement (customer_id, event_at, card_id)
  where parent_id is null;
create index movement_parent on ledger.movement (parent_id) where parent_id is not null;
-- For sealing and for the events of screens. It grows at its end only, so it costs next to nothing.
create index movement_xid on ledger.movement (xid);
grant select on ledger.movement to tessera_app;

-- Transfers: money from one account to another. Append-only; each account's transfers are ordered
-- by its version. Partitioned by the month of the movement's id, a UUIDv7.
create table ledger.transfer (
  movement_id uuid not null,
  n smallint not null,
  currency text not null,
  debit_account bigint not null,
  credit_account bigint not null,
  amount bigint not null check (amount between 1 and 99999999999999),
  debit_after bigint,
  debit_version bigint,
  credit_after bigint,
  credit_version bigint,
  hold_id uuid,
  check (debit_account <> credit_account),
  check ((debit_account >= 1000) = (debit_version is not null)),
  check ((credit_account >= 1000) = (credit_version is not null)),
  primary key (movement_id, n)
) partition by range (movement_id);
create table ledger.transfer_default partition of ledger.transfer default;
grant select on ledger.transfer, ledger.transfer_default to tessera_app;

-- Later statuses of movements; n counts from 1 within each. Append-only.
create table ledger.movement_history (
  movement_id uuid not null,
  n integer not null check (n > 0),
  status text not null check (status in ('processing', 'reviewing', 'queued', 'completed',
    'failed', 'declined', 'rejected', 'cancelled', 'expired')),
  amount bigint not null,
  fee bigint not null,
  by_movement_id uuid not null,
  created_at timestamptz not null,
  xid bigint not null default pg_current_xact_id()::text::bigint,
  primary key (movement_id, n)
);
create index movement_history_xid on ledger.movement_history using brin (xid)
  with (pages_per_range = 64, autosummarize = on);
grant select on ledger.movement_history to tessera_app;

-- Current status, amount and fee of movements that started pending or were changed. For all others
-- the movement's own columns are current.
create table ledger.movement_state (
  movement_id uuid primary key,
  customer_id uuid not null,
  card_id uuid,
  kind text not null,
  status text not null,
  amount bigint not null,
  fee bigint not null,
  event_at timestamptz not null,
  changes integer not null,
  changed_at timestamptz not null
) with (fillfactor = 80, autovacuum_analyze_scale_factor = 0.4);
-- Rows are found by a whole key, or by customer and status, so a small sample is enough; gathering
-- the usual one held up payments.
alter table ledger.movement_state
  alter column movement_id set statistics 20,
  alter column customer_id set statistics 20,
  alter column card_id set statistics 20,
  alter column kind set statistics 20,
  alter column status set statistics 20,
  alter column amount set statistics 20,
  alter column fee set statistics 20,
  alter column event_at set statistics 20,
  alter column changes set statistics 20,
  alter column changed_at set statistics 20;
create index movement_state_open on ledger.movement_state (customer_id, event_at)
  where status in ('processing', 'reviewing', 'queued');
grant select on ledger.movement_state to tessera_app;
