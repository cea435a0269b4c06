-- A card and its three accounts in the ledger. Nothing secret is here: the number is in the vault
-- (card_secret) and there is no column for a CVV anywhere.
CREATE TABLE card (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer (id),
  segment_id uuid NOT NULL REFERENCES card_segment (id),
  -- Where its money is, where it is funded from, and what a forced posting left unpaid.
  card_account bigint NOT NULL UNIQUE,
  funding_account bigint NOT NULL,
  receivable_account bigint NOT NULL UNIQUE,
  nickname text CHECK (char_length(nickname) BETWEEN 1 AND 40),
  network text NOT NULL,
  type text NOT NULL,
  currency text NOT NULL CHECK (currency IN ('USD', 'CNY', 'EUR')),
  last4 text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
  expiry_month smallint NOT NULL CHECK (expiry_month BETWEEN 1 AND 12),
  expiry_year smallint NOT NULL CHECK (expiry_year BETWEEN 2000 AND 2099),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'frozen', 'closed')),
  -- A card keeps the limits it was issued with.
  per_transaction_limit_minor bigint NOT NULL CHECK (per_transaction_limit_minor > 0),
  daily_limit_minor bigint NOT NULL CHECK (daily_limit_minor > 0),
  monthly_limit_minor bigint NOT NULL CHECK (monthly_limit_minor > 0),
  billing_address jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  frozen_at timestamptz,
  closed_at timestamptz,
  CHECK ((status = 'frozen') = (frozen_at IS NOT NULL)),
  CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
  UNIQUE (id, customer_id)
) WITH (fillfactor = 80);
CREATE INDEX card_of_customer ON card (customer_id, created_at DESC);

GRANT SELECT, INSERT, UPDATE (status, frozen_at, closed_at) ON card TO tessera_app;

-- The vault: a number sealed under the card's own key, which is wrapped by the key-encryption key.
CREATE TABLE card_secret (
  card_id uuid PRIMARY KEY,
  customer_id uuid NOT NULL,
  -- Which key-encryption key wraps, so that keys can be replaced while old rows still open.
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  pan_sealed bytea NOT NULL,
  -- HMAC of the whole number under a key of its own: finds a card by its number and tells no more.
  pan_index bytea NOT NULL UNIQUE CHECK (octet_length(pan_index) = 32),
  FOREIGN KEY (card_id, customer_id) REFERENCES card (id, customer_id)
);

GRANT SELECT, INSERT ON card_secret TO tessera_app;
