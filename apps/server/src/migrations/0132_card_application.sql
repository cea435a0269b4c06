-- Every request for a card. Its id is also the id of the movement that took the opening fee.
CREATE TABLE card_application (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer (id),
  segment_id uuid NOT NULL REFERENCES card_segment (id),
  nickname text CHECK (char_length(nickname) BETWEEN 1 AND 40),
  opening_fee_minor bigint NOT NULL CHECK (opening_fee_minor >= 0),
  fee_schedule_version integer NOT NULL REFERENCES fee_schedule (version),
  status text NOT NULL
    CHECK (status IN ('processing', 'reviewing', 'completed', 'failed', 'rejected')),
  card_id uuid UNIQUE REFERENCES card (id),
  -- Of the client's Idempotency-Key: a repeat whose answer was lost finds its card here.
  client_key text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (customer_id, client_key),
  CHECK ((status = 'completed') = (card_id IS NOT NULL))
);
CREATE INDEX card_application_of_customer
  ON card_application (customer_id, created_at DESC, id DESC);

GRANT SELECT, INSERT ON card_application TO tessera_app;
