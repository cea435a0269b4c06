-- Somebody followed the “not me” link of a mail: withdrawals and card numbers stay shut until the
-- password was reset and an operator lifted the hold. Rows stay for the record.
CREATE TABLE security_hold (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer,
  -- What the mail was about whose link began it.
  about_id uuid NOT NULL,
  began_at timestamptz NOT NULL,
  lifted_at timestamptz,
  lifted_by text CHECK (length(lifted_by) BETWEEN 1 AND 80),
  lift_reason text CHECK (char_length(lift_reason) BETWEEN 1 AND 500),
  CHECK ((lifted_at IS NULL) = (lifted_by IS NULL)),
  CHECK ((lifted_at IS NULL) = (lift_reason IS NULL))
);
CREATE UNIQUE INDEX security_hold_open ON security_hold (customer_id) WHERE lifted_at IS NULL;
GRANT SELECT, INSERT, UPDATE (lifted_at, lifted_by, lift_reason) ON security_hold TO tessera_app;
