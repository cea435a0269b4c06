-- A withdrawal that was rejected and is looked at once more: what holds its money since, and the
-- movement that had given it back. Once for each withdrawal, as for each case.
CREATE TABLE withdrawal_appeal (
  withdrawal_id uuid PRIMARY KEY REFERENCES withdrawal (id),
  hold_id uuid NOT NULL UNIQUE,
  former_return_id uuid NOT NULL UNIQUE,
  appealed_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON withdrawal_appeal TO tessera_app;
-- It counts against the day that it is asked for anew.
GRANT UPDATE (limit_day) ON withdrawal TO tessera_app;

-- Customers who lost every second factor: one operator says why it is to be reset, and another
-- decides the case of it. Nothing of it is ever changed; the case tells what became of it.
CREATE TABLE factor_reset (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 300),
  proposer_id uuid NOT NULL,
  proposed_by text NOT NULL CHECK (length(proposed_by) BETWEEN 1 AND 80),
  proposed_at timestamptz NOT NULL
);
CREATE INDEX factor_reset_of_customer ON factor_reset (customer_id, id DESC);
GRANT SELECT, INSERT ON factor_reset TO tessera_app;

ALTER TABLE review_case
  DROP CONSTRAINT review_case_kind_check,
  ADD CONSTRAINT review_case_kind_check CHECK (kind IN
    ('withdrawal', 'card_application', 'deposit', 'profile_change', 'factor_reset'));
