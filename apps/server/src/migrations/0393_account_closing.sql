-- A customer's request to close the account. It is over when it is cancelled or the account is
-- closed; rows stay for the record.
CREATE TABLE account_closing (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer,
  person_id uuid NOT NULL REFERENCES person,
  -- Of the call that asked for it, so that a repeat is answered as the first was.
  client_key text NOT NULL CHECK (length(client_key) BETWEEN 1 AND 255),
  factor text NOT NULL CHECK (factor IN ('password', 'totp', 'recovery', 'passkey')),
  asked_at timestamptz NOT NULL,
  -- The end of the cooling period.
  ends_at timestamptz NOT NULL CHECK (ends_at > asked_at),
  -- Cancelled by its customer, or by a mailed link.
  cancelled_at timestamptz,
  cancelled_by text,
  -- When the reminder was mailed.
  reminded_at timestamptz,
  -- When the cooling period was found to be over; cards close from here on.
  settling_at timestamptz,
  -- When the customer was mailed that the end waits for them; null again after new amounts.
  waiting_mailed_at timestamptz,
  closed_at timestamptz,
  -- When the database saw that, by its own clock: a live program waits for years from here before
  -- it erases the customer, whatever dates the application writes.
  closed_recorded_at timestamptz,
  CHECK ((cancelled_at IS NULL) = (cancelled_by IS NULL)),
  CHECK (cancelled_at IS NULL OR closed_at IS NULL),
  CHECK (closed_at IS NULL OR settling_at IS NOT NULL),
  CHECK (settling_at IS NULL OR settling_at >= ends_at)
);
-- A customer has one at a time, and none after it has closed the account.
CREATE UNIQUE INDEX account_closing_open ON account_closing (customer_id)
  WHERE cancelled_at IS NULL;
CREATE UNIQUE INDEX account_closing_key ON account_closing (customer_id, client_key);
CREATE INDEX account_closing_due ON account_closing (ends_at)
  WHERE cancelled_at IS NULL AND closed_at IS NULL;
-- For what happens to an account some time after it was closed.
CREATE INDEX account_closing_closed ON account_closing (closed_at, customer_id)
  WHERE closed_at IS NOT NULL;
GRANT SELECT, INSERT,
  UPDATE (cancelled_at, cancelled_by, reminded_at, settling_at, waiting_mailed_at, closed_at)
  ON account_closing TO tessera_app;

-- What the customer agreed to leave, and what was left at the closing. Support pays it out.
CREATE TABLE account_closing_amount (
  closing_id uuid NOT NULL REFERENCES account_closing,
  currency text NOT NULL CHECK (currency IN ('USD', 'CNY', 'EUR')),
  named_minor bigint NOT NULL CHECK (named_minor >= 0),
  -- Null until the account is closed.
  left_minor bigint CHECK (left_minor >= 0 AND left_minor <= named_minor),
  PRIMARY KEY (closing_id, currency)
);
GRANT SELECT, INSERT, DELETE, UPDATE (left_minor) ON account_closing_amount TO tessera_app;

-- The secrets of mailed links that cancel a closing, as their SHA-256.
CREATE TABLE account_closing_link (
  token_hash bytea PRIMARY KEY,
  closing_id uuid NOT NULL REFERENCES account_closing
);
CREATE INDEX account_closing_link_of ON account_closing_link (closing_id);
GRANT SELECT, INSERT ON account_closing_link TO tessera_app;

CREATE FUNCTION record_closed_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.closed_recorded_at := CASE
    WHEN NEW.closed_at IS NULL THEN NULL
    WHEN TG_OP = 'UPDATE' AND OLD.closed_at IS NOT NULL THEN OLD.closed_recorded_at
    ELSE now()
  END;
  RETURN NEW;
END $$;
CREATE TRIGGER record_closed_at BEFORE INSERT OR UPDATE ON account_closing
  FOR EACH ROW EXECUTE FUNCTION record_closed_at();
