-- The fees in force, version by version. Quotes, charges, statements and the legal pages read this
-- one table, so they cannot disagree. A published version is never changed: a new one follows it.
CREATE TABLE fee_schedule (
  version integer PRIMARY KEY CHECK (version > 0),
  effective_from timestamptz NOT NULL UNIQUE,
  -- The same number of minor units is charged in whichever currency a card is opened in.
  card_opening_fee_minor bigint NOT NULL CHECK (card_opening_fee_minor BETWEEN 0 AND 1000000),
  card_opening_fee_currency text NOT NULL
    CHECK (card_opening_fee_currency IN ('USD', 'CNY', 'EUR')),
  card_deposit_basis_points integer NOT NULL CHECK (card_deposit_basis_points BETWEEN 0 AND 10000),
  withdrawal_basis_points integer NOT NULL CHECK (withdrawal_basis_points BETWEEN 0 AND 10000),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE FUNCTION refuse_fee_schedule_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A published fee schedule is never changed' USING ERRCODE = 'TL001';
END
$$;

CREATE TRIGGER fee_schedule_append_only
  BEFORE UPDATE OR DELETE ON fee_schedule
  FOR EACH ROW EXECUTE FUNCTION refuse_fee_schedule_change();
CREATE TRIGGER fee_schedule_no_truncate
  BEFORE TRUNCATE ON fee_schedule
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fee_schedule_change();

INSERT INTO fee_schedule (
  version, effective_from, card_opening_fee_minor, card_opening_fee_currency,
  card_deposit_basis_points, withdrawal_basis_points
) VALUES (1, '2020-01-01T00:00:00Z', 150, 'USD', 350, 100);

GRANT SELECT, INSERT ON fee_schedule TO tessera_app;
