-- What a customer was shown before moving money onto or off a card. A quote's id is the id of the
-- movement that spends it, so the ledger itself lets it be spent once.
CREATE TABLE card_quote (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL,
  card_id uuid NOT NULL,
  operation text NOT NULL CHECK (operation IN ('deposit', 'withdraw')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  fee_minor bigint NOT NULL CHECK (fee_minor >= 0),
  fee_basis_points integer NOT NULL CHECK (fee_basis_points BETWEEN 0 AND 10000),
  fee_schedule_version integer NOT NULL REFERENCES fee_schedule (version),
  currency text NOT NULL CHECK (currency IN ('USD', 'CNY', 'EUR')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  FOREIGN KEY (card_id, customer_id) REFERENCES card (id, customer_id)
);
CREATE INDEX card_quote_of_card ON card_quote (card_id, id);

GRANT SELECT, INSERT ON card_quote TO tessera_app;
