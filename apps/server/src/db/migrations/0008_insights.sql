-- Customers' holdings at a moment, refreshed after five minutes.
create table asset_snapshot (
  customer_id uuid primary key,
  taken_at timestamptz not null,
  holdings jsonb not null
);
grant select, insert, update on asset_snapshot to tessera_app;

-- Up to when a customer has read the alerts of the risk insight.
create table insight_reader (
  customer_id uuid primary key references customer (id),
  seen_at timestamptz not null
);
grant select, insert, update (seen_at) on insight_reader to tessera_app;

-- Statements that customers requested, and their progress.
create table reconciliation_export (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  -- The idempotency key of the requesting call.
  client_key text not null check (length(client_key) between 1 and 100),
  question jsonb not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  status text not null default 'queued' check (status in
    ('queued', 'processing', 'completed', 'failed', 'cancelled', 'expired')),
  -- Counts the attempts; chunks belong to the attempt that wrote them.
  attempt integer not null default 0,
  -- Until when one server alone makes it, or from when it may be retried. By the database's clock.
  leased_until timestamptz,
  rows_done bigint not null default 0,
  rows_total bigint,
  bytes bigint,
  sha256 bytea check (octet_length(sha256) = 32),
  totals jsonb,
  failure text check (failure in ('unbalanced', 'too_large', 'internal')),
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  unique (customer_id, client_key),
  check ((status = 'failed') = (failure is not null)),
  check ((status in ('completed', 'expired')) = (sha256 is not null))
);
create index reconciliation_export_of_customer
  on reconciliation_export (customer_id, created_at desc, id desc);
create index reconciliation_export_open on reconciliation_export (created_at)
  where status in ('queued', 'processing');
-- One at a time for each customer, however many servers look for work.
create unique index reconciliation_export_running on reconciliation_export (customer_id)
  where status = 'processing';
create index reconciliation_export_due on reconciliation_export (expires_at)
  where status = 'completed';
grant select, insert, update (status, attempt, leased_until, rows_done, rows_total, bytes, sha256,
  totals, failure, finished_at, expires_at) on reconciliation_export to tessera_app;

-- The file in chunks: servers share nothing but the database.
create table reconciliation_chunk (
  export_id uuid not null references reconciliation_export (id),
  attempt integer not null,
  n integer not null,
  body bytea not null,
  primary key (export_id, attempt, n)
);
grant select, insert, delete on reconciliation_chunk to tessera_app;

-- An archive of everything stored about a customer, requested by that customer. Its file is in
-- sealed pieces under a key of its own, and is deleted when it expires.
create table data_archive (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  -- The idempotency key of the requesting call.
  client_key text not null check (length(client_key) between 1 and 100),
  -- The language of its README.
  locale text not null check (locale in ('en', 'zh-CN', 'zh-TW')),
  status text not null default 'queued' check (status in
    ('queued', 'processing', 'completed', 'failed', 'cancelled', 'expired')),
  -- Each takeover begins a new attempt; chunks belong to the attempt that wrote them.
  attempt integer not null default 0,
  -- Until when one server alone makes it, or from when it may be retried. By the database's clock.
  leased_until timestamptz,
  entries_done bigint not null default 0,
  entries_total bigint,
  bytes bigint,
  sha256 bytea check (octet_length(sha256) = 32),
  -- The root key that wraps the file's key, and the wrapped key. Only a completed archive has them:
  -- without them its chunks cannot be opened.
  key_id text,
  wrapped_key bytea,
  failure text check (failure in ('too_large', 'internal')),
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  unique (customer_id, client_key),
  check ((status = 'failed') = (failure is not null)),
  check ((status in ('completed', 'expired')) = (sha256 is not null)),
  check ((status = 'completed') = (wrapped_key is not null)),
  check ((key_id is null) = (wrapped_key is null))
);
create index data_archive_of_customer on data_archive (customer_id, created_at desc, id desc);
-- One at a time for each customer.
create unique index data_archive_open on data_archive (customer_id)
  where status in ('queued', 'processing');
create index data_archive_waiting on data_archive (created_at)
  where status in ('queued', 'processing');
create index data_archive_due on data_archive (expires_at) where status = 'completed';
grant select, insert, update (status, attempt, leased_until, entries_done, entries_total, bytes,
  sha256, key_id, wrapped_key, failure, finished_at, expires_at) on data_archive to tessera_app;

-- The sealed file in chunks.
create table data_archive_chunk (
  archive_id uuid not null references data_archive (id),
  attempt integer not null,
  n integer not null,
  sealed bytea not null,
  primary key (archive_id, attempt, n)
);
grant select, insert, delete on data_archive_chunk to tessera_app;

-- A customer's movements by status and by kind. The indexes are partial, so that the most frequent
-- writes (purchases, their holds and top-ups) do not pay for them.

-- Movements that were final from the start without effect: few among many.
create index movement_born_closed on ledger.movement (customer_id, status, event_at)
  where parent_id is null
    and status in ('failed', 'declined', 'rejected', 'cancelled', 'expired');
-- Kinds that are rare next to purchases and top-ups.
create index movement_rare_kind on ledger.movement (customer_id, kind, event_at)
  where parent_id is null and kind not in ('purchase', 'card_deposit');
-- Movements that were once pending, by their final status.
create index movement_state_closed on ledger.movement_state (customer_id, status, event_at)
  where status not in ('processing', 'reviewing', 'queued');
