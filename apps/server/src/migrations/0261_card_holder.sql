-- What the issuer needs to know of a person who has cards: name, birth date, address, phone and the
-- acceptance of its terms, in one text that is sealed under a key of the row's own.
CREATE TABLE card_holder (
  customer_id uuid PRIMARY KEY REFERENCES customer (id),
  -- Which key-encryption key wraps, so that keys can be replaced while old rows still open.
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  facts_sealed bytea NOT NULL,
  -- Counts the changes of the facts; an issuer that was told an earlier one is told again.
  revision integer NOT NULL CHECK (revision > 0),
  changed_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON card_holder TO tessera_app;

-- The one cardholder at Stripe that a customer has.
CREATE TABLE stripe_cardholder (
  customer_id uuid PRIMARY KEY REFERENCES customer (id),
  stripe_cardholder_id text UNIQUE CHECK (length(stripe_cardholder_id) BETWEEN 1 AND 255),
  -- Which revision of the facts Stripe was last asked to make a cardholder of, written before it
  -- was asked; null where it never was.
  asked_revision integer,
  asked_at timestamptz,
  -- Which revision Stripe knows, and which it refused.
  told_revision integer NOT NULL DEFAULT 0,
  refused_revision integer NOT NULL DEFAULT 0,
  -- Until when one server alone may ask.
  leased_until timestamptz,
  CHECK ((asked_revision IS NULL) = (asked_at IS NULL)),
  CHECK (stripe_cardholder_id IS NULL OR asked_revision IS NOT NULL)
);
GRANT SELECT, INSERT, UPDATE ON stripe_cardholder TO tessera_app;
