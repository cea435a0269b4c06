-- What practice has beside the programme's own tables. Its books are the same ledger's.

-- Practising is free of charge, and its cards never run out.
INSERT INTO fee_schedule (
  version, effective_from, card_opening_fee_minor, card_opening_fee_currency,
  card_deposit_basis_points, withdrawal_basis_points
) VALUES (1000000, '2020-01-02T00:00:00Z', 0, 'USD', 0, 0);
UPDATE card_segment SET stock = 2000000000;

-- A customer's practice: a customer and a card of these books, and a time of its own.
-- owner_id: the customer of the real books. rules: which strategies were copied, by both ids.
-- playing_until: a step is being played until then at the latest.
CREATE TABLE practice_session (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL,
  customer_id uuid NOT NULL REFERENCES customer (id),
  card_id uuid NOT NULL REFERENCES card (id),
  currency text NOT NULL,
  with_drafts boolean NOT NULL,
  rules jsonb NOT NULL,
  started_at timestamptz NOT NULL,
  clock_at timestamptz NOT NULL CHECK (clock_at >= started_at),
  played integer NOT NULL DEFAULT 0,
  playing_until timestamptz NOT NULL DEFAULT '-infinity',
  ended_at timestamptz
);
CREATE UNIQUE INDEX practice_session_current ON practice_session (owner_id)
  WHERE ended_at IS NULL;
GRANT SELECT, INSERT ON practice_session TO tessera_app;
GRANT UPDATE (clock_at, played, playing_until, ended_at) ON practice_session TO tessera_app;

-- What was played, in order. scenario, take and step: null for a move of the clock.
-- outcome: the answer that was given; what the ledger wrote is read from the ledger.
CREATE TABLE practice_play (
  session_id uuid NOT NULL REFERENCES practice_session (id),
  number integer NOT NULL CHECK (number > 0),
  scenario text,
  take integer CHECK (take > 0),
  step integer CHECK (step > 0),
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL CHECK (to_at > from_at),
  outcome jsonb NOT NULL,
  PRIMARY KEY (session_id, number),
  CHECK ((scenario IS NULL) = (take IS NULL) AND (scenario IS NULL) = (step IS NULL))
);
GRANT SELECT, INSERT ON practice_play TO tessera_app;
