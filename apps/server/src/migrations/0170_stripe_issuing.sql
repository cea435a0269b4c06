-- Cards whose number never comes here: the issuer keeps it, and this is what it calls the card.
CREATE TABLE issuer_card (
  card_id uuid PRIMARY KEY,
  customer_id uuid NOT NULL,
  issuer text NOT NULL CHECK (issuer = 'stripe'),
  issuer_card_id text NOT NULL UNIQUE CHECK (length(issuer_card_id) BETWEEN 1 AND 100),
  -- Counts the changes of the card's status; due until the issuer knows of the last one.
  status_version integer NOT NULL DEFAULT 1,
  status_due boolean NOT NULL DEFAULT true,
  -- Until when one server alone may tell it.
  leased_until timestamptz,
  FOREIGN KEY (card_id, customer_id) REFERENCES card (id, customer_id)
);
CREATE INDEX issuer_card_due ON issuer_card (card_id) WHERE status_due;
GRANT SELECT, INSERT, UPDATE (status_version, status_due, leased_until)
  ON issuer_card TO tessera_app;

-- Whatever changes a card's status, the issuer is told: part of the same transaction.
CREATE FUNCTION card_status_is_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE issuer_card SET status_version = status_version + 1, status_due = true
  WHERE card_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER card_status_is_due AFTER UPDATE OF status ON card
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION card_status_is_due();

-- What was asked of Stripe under a customer's key, written before it was asked: the same key asks
-- the same again, and an answer that was lost is found.
CREATE TABLE stripe_order (
  order_key text PRIMARY KEY CHECK (order_key ~ '^[0-9a-f]{64}$'),
  billing_address jsonb NOT NULL,
  stripe_card_id text UNIQUE,
  created_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE (stripe_card_id) ON stripe_order TO tessera_app;

-- Every message of Stripe that was signed, once and for ever: there is no right to delete one.
CREATE TABLE stripe_event (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 255),
  type text NOT NULL,
  -- What it is about, as Stripe calls it.
  object_id text NOT NULL,
  body_hash bytea NOT NULL CHECK (octet_length(body_hash) = 32),
  state text NOT NULL DEFAULT 'received' CHECK (state IN ('received', 'done', 'failed')),
  tries integer NOT NULL DEFAULT 0,
  -- What a request to authorise was answered; whoever writes it first decided.
  answer jsonb,
  received_at timestamptz NOT NULL,
  settled_at timestamptz,
  CHECK ((state = 'done') = (settled_at IS NOT NULL))
);
CREATE INDEX stripe_event_open ON stripe_event (received_at) WHERE state <> 'done';
GRANT SELECT, INSERT, UPDATE (state, tries, answer, settled_at) ON stripe_event TO tessera_app;

-- Under which id the books know an authorisation, chosen before it is decided.
CREATE TABLE stripe_authorisation (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 255),
  movement_id uuid NOT NULL UNIQUE,
  created_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON stripe_authorisation TO tessera_app;

-- Under which id the books know a transaction, chosen before it is posted.
CREATE TABLE stripe_transaction (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 255),
  movement_id uuid NOT NULL UNIQUE,
  chosen_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE (movement_id, chosen_at) ON stripe_transaction TO tessera_app;
