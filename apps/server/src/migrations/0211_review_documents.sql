-- Documents that customers send to a case, sealed under a key of their own each, which is wrapped
-- by the key-encryption key. Nothing of what they show can be read here.
CREATE TABLE review_document (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES review_case (id),
  customer_id uuid NOT NULL,
  item text NOT NULL CHECK (item IN
    ('identity', 'proof_of_address', 'source_of_funds', 'invoice', 'explanation', 'other')),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  type text NOT NULL CHECK (type IN ('application/pdf', 'image/jpeg', 'image/png')),
  bytes integer NOT NULL CHECK (bytes BETWEEN 1 AND 5242880),
  -- A keyed hash of the content, so that the same file sent twice is one.
  content_index bytea NOT NULL CHECK (octet_length(content_index) = 32),
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (case_id, item, content_index)
);
-- What is sealed is as good as random: nothing is gained by trying to compress it.
ALTER TABLE review_document ALTER COLUMN sealed SET STORAGE EXTERNAL;
GRANT SELECT, INSERT ON review_document TO tessera_app;

-- Customers whose next requests are looked at whatever the rules say.
CREATE TABLE review_flag (
  customer_id uuid PRIMARY KEY REFERENCES customer (id),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
  flagged_by text NOT NULL,
  flagged_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON review_flag TO tessera_app;
