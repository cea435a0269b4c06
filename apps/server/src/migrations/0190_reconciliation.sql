-- A statement that a customer asked for, and how far it is.
CREATE TABLE reconciliation_export (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer (id),
  -- What it was asked for under, so that a question that is sent again makes no second file.
  client_key text NOT NULL CHECK (length(client_key) BETWEEN 1 AND 100),
  question jsonb NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  status text NOT NULL DEFAULT 'queued' CHECK (status IN
    ('queued', 'processing', 'completed', 'failed', 'cancelled', 'expired')),
  -- Counts the tries; what one of them writes is told from the others' by it.
  attempt integer NOT NULL DEFAULT 0,
  -- Until when the server that makes it has it for itself, or from when it may be tried again. By
  -- the database's own clock.
  leased_until timestamptz,
  rows_done bigint NOT NULL DEFAULT 0,
  rows_total bigint,
  bytes bigint,
  sha256 bytea CHECK (octet_length(sha256) = 32),
  totals jsonb,
  failure text CHECK (failure IN ('unbalanced', 'too_large', 'internal')),
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  expires_at timestamptz,
  UNIQUE (customer_id, client_key),
  CHECK ((status = 'failed') = (failure IS NOT NULL)),
  CHECK ((status IN ('completed', 'expired')) = (sha256 IS NOT NULL))
);
CREATE INDEX reconciliation_export_of_customer
  ON reconciliation_export (customer_id, created_at DESC, id DESC);
CREATE INDEX reconciliation_export_open ON reconciliation_export (created_at)
  WHERE status IN ('queued', 'processing');
-- One at a time for each customer, however many servers look for work.
CREATE UNIQUE INDEX reconciliation_export_running ON reconciliation_export (customer_id)
  WHERE status = 'processing';
CREATE INDEX reconciliation_export_due ON reconciliation_export (expires_at)
  WHERE status = 'completed';
GRANT SELECT, INSERT, UPDATE (status, attempt, leased_until, rows_done, rows_total, bytes, sha256,
  totals, failure, finished_at, expires_at) ON reconciliation_export TO tessera_app;

-- The file in pieces: servers share nothing but the database.
CREATE TABLE reconciliation_chunk (
  export_id uuid NOT NULL REFERENCES reconciliation_export (id),
  attempt integer NOT NULL,
  n integer NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (export_id, attempt, n)
);
GRANT SELECT, INSERT, DELETE ON reconciliation_chunk TO tessera_app;
