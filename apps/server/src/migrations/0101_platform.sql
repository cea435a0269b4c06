-- Answers of calls that carry an Idempotency-Key. The key belongs to its owner and operation.
CREATE TABLE idempotency_answer (
  owner uuid NOT NULL,
  operation text NOT NULL CHECK (length(operation) <= 200),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  fingerprint text NOT NULL CHECK (length(fingerprint) = 64),
  status integer NOT NULL CHECK (status BETWEEN 200 AND 499),
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner, operation, key)
);
CREATE INDEX idempotency_answer_created_at ON idempotency_answer USING brin (created_at);
GRANT SELECT, INSERT, DELETE ON idempotency_answer TO tessera_app;

-- Hits of one key in its current window. Keys are stored as keyed hashes.
CREATE TABLE rate_limit (
  bucket text NOT NULL CHECK (length(bucket) <= 60),
  key_hash text NOT NULL CHECK (length(key_hash) <= 64),
  started_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  hits integer NOT NULL CHECK (hits > 0),
  PRIMARY KEY (bucket, key_hash)
) WITH (fillfactor = 70);
CREATE INDEX rate_limit_ends_at ON rate_limit (ends_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limit TO tessera_app;

-- What sandbox mode remembers of its clock, so that a restart does not go back in time.
CREATE TABLE sandbox_clock (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  offset_seconds bigint NOT NULL CHECK (offset_seconds >= 0)
);
GRANT SELECT, INSERT, UPDATE ON sandbox_clock TO tessera_app;

-- What open screens are told. Writers hold the sequencer's row until they commit, so ids become
-- visible in order and a reader that has seen one has seen all below it.
-- relayed_to: the transaction up to which screens were told of the cards that moved.
CREATE TABLE event_sequencer (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  relayed_to bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint
);
INSERT INTO event_sequencer DEFAULT VALUES;
CREATE TABLE customer_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id uuid NOT NULL,
  topic text NOT NULL CHECK (length(topic) <= 100),
  body jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX customer_event_customer ON customer_event (customer_id, id);
GRANT SELECT, UPDATE ON event_sequencer TO tessera_app;
GRANT SELECT, INSERT, DELETE ON customer_event TO tessera_app;
