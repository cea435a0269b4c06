-- A customer's request to go by another email. It begins with a code that is mailed to the new
-- address; whoever has money or cards waits for an operator after that. Rows stay for the record.
CREATE TABLE email_change (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer,
  person_id uuid NOT NULL REFERENCES person,
  old_email text NOT NULL,
  new_email text NOT NULL CHECK (new_email <> old_email),
  status text NOT NULL CHECK (status IN
    ('code_sent', 'reviewing', 'applied', 'rejected', 'cancelled', 'expired', 'taken', 'restored')),
  -- The session that goes on when the others end: the one that asked, then the one that confirmed.
  session_id uuid NOT NULL,
  factor text NOT NULL CHECK (factor IN ('password', 'totp', 'recovery', 'passkey')),
  requested_at timestamptz NOT NULL,
  -- Until when its code can be given.
  expires_at timestamptz NOT NULL,
  case_id uuid,
  ended_at timestamptz,
  CHECK ((status = 'reviewing') <= (case_id IS NOT NULL)),
  CHECK ((status IN ('code_sent', 'reviewing')) = (ended_at IS NULL))
);
-- One open request of a customer at a time.
CREATE UNIQUE INDEX email_change_open ON email_change (customer_id) WHERE ended_at IS NULL;
CREATE INDEX email_change_of_customer ON email_change (customer_id, id DESC);
GRANT SELECT, INSERT, UPDATE (status, session_id, case_id, ended_at) ON email_change TO tessera_app;

GRANT UPDATE (email) ON person TO tessera_app;

ALTER TABLE mailed_code
  DROP CONSTRAINT mailed_code_purpose_check,
  ADD CONSTRAINT mailed_code_purpose_check
    CHECK (purpose IN ('register', 'reset', 'email_change'));
