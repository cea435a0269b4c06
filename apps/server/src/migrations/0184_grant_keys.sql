-- A name spelt out for comparing may be many times as long as it is written.
ALTER TABLE risk_grant
  DROP CONSTRAINT risk_grant_merchant_key_check,
  ADD CONSTRAINT risk_grant_merchant_key_check CHECK (length(merchant_key) BETWEEN 1 AND 2000),
  -- What it was asked for under, so that asking again gives the one that stands, used or not.
  ADD COLUMN client_key text CHECK (length(client_key) BETWEEN 1 AND 100),
  ADD UNIQUE (customer_id, client_key);
