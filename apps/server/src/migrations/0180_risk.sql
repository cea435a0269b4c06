-- A customer's strategies. A version never changes; a strategy points at the one in force.
CREATE TABLE risk_strategy (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer (id),
  status text NOT NULL CHECK (status IN ('draft', 'shadow', 'active', 'paused', 'retired')),
  status_since timestamptz NOT NULL,
  version int NOT NULL CHECK (version > 0),
  -- What it was drafted under, so that a draft that is sent again is the one that stands already.
  client_key text CHECK (length(client_key) BETWEEN 1 AND 100),
  created_at timestamptz NOT NULL,
  UNIQUE (customer_id, client_key)
);
CREATE INDEX risk_strategy_of_customer ON risk_strategy (customer_id, created_at DESC)
  WHERE status <> 'retired';
GRANT SELECT, INSERT, UPDATE (status, status_since, version) ON risk_strategy TO tessera_app;

-- rule: a StrategyRule as the wire contract has it.
CREATE TABLE risk_strategy_version (
  strategy_id uuid NOT NULL REFERENCES risk_strategy (id),
  version int NOT NULL CHECK (version > 0),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 40),
  rule jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (strategy_id, version)
);
GRANT SELECT, INSERT ON risk_strategy_version TO tessera_app;

-- Which version stood how, from when: a backtest replays history under what was in force.
CREATE TABLE risk_strategy_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  strategy_id uuid NOT NULL REFERENCES risk_strategy (id),
  version int NOT NULL,
  status text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX risk_strategy_change_of ON risk_strategy_change (strategy_id, id);
GRANT SELECT, INSERT ON risk_strategy_change TO tessera_app;

-- Grows with every change of what a payment of the customer is judged by, so that a server knows
-- whether what it has compiled is still right.
ALTER TABLE customer ADD COLUMN risk_revision bigint NOT NULL DEFAULT 0;
GRANT UPDATE (risk_revision) ON customer TO tessera_app;

-- What had happened before a counter of the ledger began to count: it stands beside the counter
-- of the same subject and window, and both together are what was used.
CREATE TABLE risk_counter_base (
  subject uuid NOT NULL,
  time_window text NOT NULL CHECK (length(time_window) BETWEEN 1 AND 40),
  amount bigint NOT NULL CHECK (amount >= 0),
  count bigint NOT NULL CHECK (count >= 0),
  PRIMARY KEY (subject, time_window)
);
GRANT SELECT, INSERT, UPDATE (amount, count), DELETE ON risk_counter_base TO tessera_app;

-- Payments on which a strategy acted, or would have as a shadow.
CREATE TABLE risk_hit (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL,
  strategy_id uuid NOT NULL REFERENCES risk_strategy (id),
  version int NOT NULL,
  movement_id uuid NOT NULL,
  card_id uuid NOT NULL REFERENCES card (id),
  action text NOT NULL CHECK (action IN ('decline', 'review', 'freeze', 'notify')),
  shadow boolean NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  merchant jsonb NOT NULL,
  at timestamptz NOT NULL,
  UNIQUE (movement_id, strategy_id)
);
CREATE INDEX risk_hit_of_customer ON risk_hit (customer_id, at DESC, id DESC);
CREATE INDEX risk_hit_of_strategy ON risk_hit (strategy_id, at DESC, id DESC);
GRANT SELECT, INSERT ON risk_hit TO tessera_app;

-- What a customer let pass. strategies: which ones it is about. once: one payment at the merchant
-- of at most amount_minor; raise: limits of the strategies are higher by amount_minor on the card.
-- Whether it was used is a counter of the ledger (subject: its id, window: use), in the same step
-- as the payment.
CREATE TABLE risk_grant (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer (id),
  card_id uuid NOT NULL REFERENCES card (id),
  kind text NOT NULL CHECK (kind IN ('allow_once', 'raise_until')),
  strategies uuid[] NOT NULL CHECK (cardinality(strategies) > 0),
  merchant_key text CHECK (length(merchant_key) BETWEEN 1 AND 200),
  merchant_name text,
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  -- For a limit of a number of payments.
  extra_count int NOT NULL DEFAULT 0 CHECK (extra_count >= 0),
  currency text NOT NULL,
  movement_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  revoked_at timestamptz,
  CHECK ((kind = 'allow_once') = (merchant_key IS NOT NULL))
);
CREATE INDEX risk_grant_of_customer ON risk_grant (customer_id, expires_at DESC);
CREATE INDEX risk_grant_of_movement ON risk_grant (movement_id);
GRANT SELECT, INSERT, UPDATE (revoked_at) ON risk_grant TO tessera_app;

-- A payment that a strategy held for its owner's word. It was declined to the network at once.
CREATE TABLE payment_review (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer (id),
  card_id uuid NOT NULL REFERENCES card (id),
  movement_id uuid NOT NULL UNIQUE,
  strategies uuid[] NOT NULL CHECK (cardinality(strategies) > 0),
  strategy_name text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  merchant jsonb NOT NULL,
  status text NOT NULL DEFAULT 'waiting'
    CHECK (status IN ('waiting', 'approved', 'declined', 'expired')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  decided_at timestamptz,
  grant_id uuid REFERENCES risk_grant (id),
  CHECK ((status = 'waiting') = (decided_at IS NULL)),
  CHECK ((status = 'approved') = (grant_id IS NOT NULL))
);
CREATE INDEX payment_review_of_customer ON payment_review (customer_id, created_at DESC, id DESC);
CREATE INDEX payment_review_due ON payment_review (expires_at) WHERE status = 'waiting';
GRANT SELECT, INSERT, UPDATE (status, decided_at, grant_id, expires_at)
  ON payment_review TO tessera_app;

CREATE OR REPLACE VIEW card_standing AS
SELECT
  card.id, card.customer_id, card.segment_id,
  card.card_account, card.funding_account, card.receivable_account,
  card.nickname, card.network, card.type, card.currency, card.last4,
  card.expiry_month, card.expiry_year, card.status,
  card.per_transaction_limit_minor, card.daily_limit_minor, card.monthly_limit_minor,
  card.billing_address, card.created_at,
  own.posted AS posted_minor,
  own.held AS held_minor,
  -- 1 open, 2 debits blocked (a freeze), 3 blocked (by an operator), 4 closed
  own.status AS account_status,
  customer.suspended_at IS NOT NULL AS suspended,
  funding.posted AS funding_posted_minor,
  funding.posted - funding.held AS funding_available_minor,
  greatest(-receivable.posted, 0) AS owed_minor,
  customer.risk_revision
FROM card
LEFT JOIN ledger.balance own ON own.account_id = card.card_account
LEFT JOIN ledger.balance funding ON funding.account_id = card.funding_account
LEFT JOIN ledger.balance receivable ON receivable.account_id = card.receivable_account
LEFT JOIN customer ON customer.id = card.customer_id;
