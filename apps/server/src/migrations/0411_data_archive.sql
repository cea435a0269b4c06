-- An archive of everything stored about a customer, requested by that customer. Its file is in
-- sealed pieces under a key of its own, and is deleted when it expires.
CREATE TABLE data_archive (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer (id),
  -- Of the call that requested it, so that a repeat is answered as the first was.
  client_key text NOT NULL CHECK (length(client_key) BETWEEN 1 AND 100),
  -- The language of its README.
  locale text NOT NULL CHECK (locale IN ('en', 'zh-CN', 'zh-TW')),
  status text NOT NULL DEFAULT 'queued' CHECK (status IN
    ('queued', 'processing', 'completed', 'failed', 'cancelled', 'expired')),
  -- Each takeover begins a new attempt, and pieces belong to the attempt that wrote them.
  attempt integer NOT NULL DEFAULT 0,
  -- Until when one server alone makes it, or from when it may be tried again. By the database's
  -- clock.
  leased_until timestamptz,
  entries_done bigint NOT NULL DEFAULT 0,
  entries_total bigint,
  bytes bigint,
  sha256 bytea CHECK (octet_length(sha256) = 32),
  -- The root key that wraps the file's key, and the wrapped key. Only a completed archive has them:
  -- without them its pieces cannot be opened.
  key_id text,
  wrapped_key bytea,
  failure text CHECK (failure IN ('too_large', 'internal')),
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  expires_at timestamptz,
  UNIQUE (customer_id, client_key),
  CHECK ((status = 'failed') = (failure IS NOT NULL)),
  CHECK ((status IN ('completed', 'expired')) = (sha256 IS NOT NULL)),
  CHECK ((status = 'completed') = (wrapped_key IS NOT NULL)),
  CHECK ((key_id IS NULL) = (wrapped_key IS NULL))
);
CREATE INDEX data_archive_of_customer ON data_archive (customer_id, created_at DESC, id DESC);
-- One at a time for each customer.
CREATE UNIQUE INDEX data_archive_open ON data_archive (customer_id)
  WHERE status IN ('queued', 'processing');
CREATE INDEX data_archive_waiting ON data_archive (created_at)
  WHERE status IN ('queued', 'processing');
CREATE INDEX data_archive_due ON data_archive (expires_at) WHERE status = 'completed';
GRANT SELECT, INSERT, UPDATE (status, attempt, leased_until, entries_done, entries_total, bytes,
  sha256, key_id, wrapped_key, failure, finished_at, expires_at) ON data_archive TO tessera_app;

-- The sealed file in pieces.
CREATE TABLE data_archive_chunk (
  archive_id uuid NOT NULL REFERENCES data_archive (id),
  attempt integer NOT NULL,
  n integer NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (archive_id, attempt, n)
);
GRANT SELECT, INSERT, DELETE ON data_archive_chunk TO tessera_app;
