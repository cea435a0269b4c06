-- Money to be put right: proposed by one operator, and moved when another one approves it. An
-- expired one still says that it waits; its time tells.
CREATE TABLE correction (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer,
  card_id uuid,
  account bigint NOT NULL,
  currency text NOT NULL CHECK (length(currency) = 3),
  direction text NOT NULL CHECK (direction IN ('credit', 'debit')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 120),
  reference text NOT NULL CHECK (char_length(reference) BETWEEN 1 AND 60),
  status text NOT NULL CHECK (status IN ('waiting', 'approved', 'refused', 'withdrawn')),
  revision integer NOT NULL CHECK (revision > 0),
  proposer_id uuid NOT NULL REFERENCES person,
  proposed_by text NOT NULL,
  client_key text NOT NULL,
  proposed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  decider_id uuid REFERENCES person,
  decided_by text,
  decided_at timestamptz,
  decision_note text,
  -- The one movement that it became, with what was available before and after.
  movement_id uuid UNIQUE,
  before_minor bigint,
  after_minor bigint,
  UNIQUE (proposer_id, client_key),
  FOREIGN KEY (card_id, customer_id) REFERENCES card (id, customer_id),
  CHECK ((status = 'waiting') = (decider_id IS NULL)),
  CHECK ((decider_id IS NULL) = (decided_at IS NULL)),
  CHECK ((decider_id IS NULL) = (decided_by IS NULL)),
  -- Two people: who proposed it may take it back, and neither approve nor refuse it.
  CHECK (decider_id IS NULL OR (decider_id = proposer_id) = (status = 'withdrawn')),
  CHECK ((status = 'approved') = (movement_id IS NOT NULL)),
  CHECK ((movement_id IS NULL) = (before_minor IS NULL)),
  CHECK ((movement_id IS NULL) = (after_minor IS NULL))
);
CREATE INDEX correction_of_customer ON correction (customer_id, id DESC);
CREATE INDEX correction_waiting ON correction (id DESC) WHERE status = 'waiting';
GRANT SELECT, INSERT ON correction TO tessera_app;
GRANT UPDATE (direction, amount_minor, reason, reference, status, revision, decider_id, decided_by,
  decided_at, decision_note, movement_id, before_minor, after_minor) ON correction TO tessera_app;
