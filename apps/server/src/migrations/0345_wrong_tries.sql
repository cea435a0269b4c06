-- Wrong card details (expiry date or CVV) that were given in payments, until they lead to a hold
-- or are older than the window that counts them. Neither the number nor what was given is here.
CREATE TABLE card_wrong_try (
  -- The declined payment, so that a repeated message counts once.
  movement_id uuid PRIMARY KEY,
  card_id uuid NOT NULL REFERENCES card (id),
  tried_at timestamptz NOT NULL
);
CREATE INDEX card_wrong_try_card ON card_wrong_try (card_id, tried_at);
CREATE INDEX card_wrong_try_age ON card_wrong_try (tried_at);
GRANT SELECT, INSERT, DELETE ON card_wrong_try TO tessera_app;

-- A card whose details were guessed at is held until its owner or an operator lifts the hold.
ALTER TABLE card_freeze DROP CONSTRAINT card_freeze_layer_check;
ALTER TABLE card_freeze ADD CONSTRAINT card_freeze_layer_check
  CHECK (layer IN ('customer', 'risk', 'verification', 'operator'));

-- Card numbers that no card has, counted by BIN and minute. The BIN is null for a number outside
-- the program's own BINs; numbers themselves are not stored.
CREATE TABLE unknown_number_try (
  bin text CHECK (bin ~ '^[0-9]{6,8}$'),
  minute timestamptz NOT NULL,
  tries bigint NOT NULL CHECK (tries > 0),
  UNIQUE NULLS NOT DISTINCT (bin, minute)
);
GRANT SELECT, INSERT, UPDATE (tries), DELETE ON unknown_number_try TO tessera_app;

-- The last time that many unknown numbers of a BIN were tried within minutes: one row a BIN.
CREATE TABLE unknown_number_burst (
  bin text CHECK (bin ~ '^[0-9]{6,8}$'),
  began_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  tries bigint NOT NULL CHECK (tries > 0),
  UNIQUE NULLS NOT DISTINCT (bin)
);
GRANT SELECT, INSERT, UPDATE (began_at, last_at, tries) ON unknown_number_burst TO tessera_app;

-- Wrong tries within 24 hours that hold a card, and unknown numbers of one BIN within ten minutes
-- that operators are alerted to.
ALTER TABLE programme_setting
  ADD COLUMN wrong_tries_per_card integer NOT NULL DEFAULT 5
    CHECK (wrong_tries_per_card BETWEEN 3 AND 20),
  ADD COLUMN unknown_numbers_per_bin integer NOT NULL DEFAULT 30
    CHECK (unknown_numbers_per_bin BETWEEN 10 AND 1000);
