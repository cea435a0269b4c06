-- How a username or an email begins, and the last digits of a card, lead operators to a customer.
CREATE INDEX person_username_begins ON person (username text_pattern_ops) INCLUDE (customer_id)
  WHERE customer_id IS NOT NULL;
CREATE INDEX person_email_begins ON person (email text_pattern_ops) INCLUDE (customer_id)
  WHERE customer_id IS NOT NULL;
CREATE INDEX card_last4 ON card (last4, customer_id);
CREATE INDEX customer_suspended ON customer (id) WHERE suspended_at IS NOT NULL;

-- What operators tell one another about a customer. Nobody changes a note, not even the owner.
CREATE TABLE customer_note (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer,
  author_id uuid NOT NULL REFERENCES person,
  author text NOT NULL,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
  client_key text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (author_id, client_key)
);
CREATE INDEX customer_note_listed ON customer_note (customer_id, id DESC);
GRANT SELECT, INSERT ON customer_note TO tessera_app;
SELECT ledger.protect('customer_note');

-- When an operator's reading of a customer was last put on record, so that it is once an hour.
CREATE TABLE customer_view (
  operator_id uuid NOT NULL REFERENCES person,
  customer_id uuid NOT NULL REFERENCES customer,
  viewed_at timestamptz NOT NULL,
  PRIMARY KEY (operator_id, customer_id)
);
GRANT SELECT, INSERT ON customer_view TO tessera_app;
GRANT UPDATE (viewed_at) ON customer_view TO tessera_app;
