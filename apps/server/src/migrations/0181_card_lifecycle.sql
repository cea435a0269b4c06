-- What a card is for, when it rests, which cards it took the place of, and what keeps it frozen.
ALTER TABLE card DROP CONSTRAINT card_status_check;
ALTER TABLE card
  -- closing: takes no payments and waits for the holds that are left.
  ADD CONSTRAINT card_status_check CHECK (status IN ('active', 'frozen', 'closing', 'closed')),
  ADD COLUMN usage text NOT NULL DEFAULT 'standard'
    CHECK (usage IN ('standard', 'single_use', 'merchant_locked')),
  -- Whom a merchant-locked card pays, written once: its key for comparing, its name for readers.
  ADD COLUMN locked_merchant_key text CHECK (length(locked_merchant_key) BETWEEN 1 AND 2000),
  ADD COLUMN locked_merchant_name text,
  -- { windows: ScheduleWindow[] } as the wire contract has it; null where the card never rests.
  ADD COLUMN schedule jsonb,
  -- The cards before it, newest first: what was said of any of them is said of this one.
  ADD COLUMN predecessors uuid[] NOT NULL DEFAULT '{}',
  ADD CHECK ((locked_merchant_key IS NULL) = (locked_merchant_name IS NULL)),
  ADD CHECK (locked_merchant_key IS NULL OR usage = 'merchant_locked');
GRANT UPDATE (locked_merchant_key, locked_merchant_name, schedule) ON card TO tessera_app;

ALTER TABLE card_application ADD COLUMN usage text NOT NULL DEFAULT 'standard'
  CHECK (usage IN ('standard', 'single_use', 'merchant_locked'));

-- Who froze a card, one row for each that did. The card's status is frozen while there is any, and
-- its account takes no debits. A schedule is no row: it follows from the clock.
CREATE TABLE card_freeze (
  card_id uuid NOT NULL REFERENCES card (id),
  layer text NOT NULL CHECK (layer IN ('customer', 'risk', 'operator')),
  reason text NOT NULL CHECK (reason ~ '^[a-z_]{1,40}$'),
  -- For the record alone.
  reason_detail jsonb NOT NULL,
  starts_at timestamptz NOT NULL,
  actor text NOT NULL,
  PRIMARY KEY (card_id, layer)
);
GRANT SELECT, INSERT, DELETE ON card_freeze TO tessera_app;

INSERT INTO card_freeze (card_id, layer, reason, reason_detail, starts_at, actor)
SELECT card.id, 'customer', 'requested', '{}', card.frozen_at, 'migration'
FROM card WHERE card.status = 'frozen';

-- Closings that wait, or waited, for holds. client_key: of the call that asked.
CREATE TABLE card_closing (
  card_id uuid PRIMARY KEY,
  customer_id uuid NOT NULL,
  client_key text,
  actor text NOT NULL,
  request_id text NOT NULL,
  asked_at timestamptz NOT NULL,
  FOREIGN KEY (card_id, customer_id) REFERENCES card (id, customer_id),
  UNIQUE (customer_id, client_key)
);
GRANT SELECT, INSERT ON card_closing TO tessera_app;

-- A card in the place of another. Its id is the movement that the new card's history begins with.
CREATE TABLE card_replacement (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL,
  replaced_card_id uuid NOT NULL UNIQUE,
  card_id uuid NOT NULL UNIQUE,
  reason text NOT NULL
    CHECK (reason IN ('lost', 'stolen', 'compromised', 'damaged', 'expired')),
  -- What the old card had spent of its day and month, and the new one began with.
  carried_day_minor bigint NOT NULL CHECK (carried_day_minor >= 0),
  carried_month_minor bigint NOT NULL CHECK (carried_month_minor >= 0),
  client_key text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (customer_id, client_key),
  FOREIGN KEY (replaced_card_id, customer_id) REFERENCES card (id, customer_id),
  FOREIGN KEY (card_id, customer_id) REFERENCES card (id, customer_id)
);
GRANT SELECT, INSERT ON card_replacement TO tessera_app;

CREATE INDEX card_closing_open ON card (id) WHERE status = 'closing';

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
  -- 1 open, 2 debits blocked (a freeze or a closing), 3 blocked (by an operator), 4 closed
  own.status AS account_status,
  customer.suspended_at IS NOT NULL AS suspended,
  funding.posted AS funding_posted_minor,
  funding.posted - funding.held AS funding_available_minor,
  greatest(-receivable.posted, 0) AS owed_minor,
  customer.risk_revision,
  card.usage, card.locked_merchant_key, card.locked_merchant_name, card.schedule,
  card.predecessors,
  -- Null where there is none, which is nearly always.
  CASE WHEN card.status IN ('frozen', 'closing') THEN (
    SELECT jsonb_agg(jsonb_build_object(
      'layer', one.layer, 'reason', one.reason, 'since', one.starts_at
    ) ORDER BY one.starts_at, one.layer)
    FROM card_freeze one WHERE one.card_id = card.id
  ) END AS freezes
FROM card
LEFT JOIN ledger.balance own ON own.account_id = card.card_account
LEFT JOIN ledger.balance funding ON funding.account_id = card.funding_account
LEFT JOIN ledger.balance receivable ON receivable.account_id = card.receivable_account
LEFT JOIN customer ON customer.id = card.customer_id;
