-- Lines of cards are written and changed in the console. The revision tells two people who edit at
-- once apart. A fee of its own takes the place of the published one where it is lower: what the
-- legal pages state is never exceeded.
ALTER TABLE card_segment
  ADD COLUMN opening_fee_minor bigint CHECK (opening_fee_minor BETWEEN 0 AND 1000000),
  ADD COLUMN deposit_basis_points integer CHECK (deposit_basis_points BETWEEN 0 AND 10000),
  ADD COLUMN revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  ADD COLUMN changed_by text NOT NULL DEFAULT 'Tessera'
    CHECK (length(changed_by) BETWEEN 1 AND 120),
  ADD COLUMN changed_at timestamptz NOT NULL DEFAULT '2020-01-01T00:00:00Z',
  -- Of the call that wrote it, so that the same call again writes nothing twice.
  ADD COLUMN client_key text UNIQUE;
ALTER TABLE card_segment
  ALTER COLUMN revision DROP DEFAULT,
  ALTER COLUMN changed_by DROP DEFAULT,
  ALTER COLUMN changed_at DROP DEFAULT;

-- Every change of a stock by hand; the same call again changes nothing twice.
CREATE TABLE card_stock_change (
  id uuid PRIMARY KEY,
  segment_id uuid NOT NULL REFERENCES card_segment (id),
  -- How many were put in, or taken out where it is negative.
  change integer NOT NULL CHECK (change <> 0),
  stock_after integer NOT NULL CHECK (stock_after >= 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL,
  client_key text NOT NULL UNIQUE
);
CREATE TRIGGER card_stock_change_append_only
  BEFORE UPDATE OR DELETE ON card_stock_change
  FOR EACH ROW EXECUTE FUNCTION refuse_programme_change();

-- How many cards were issued of a line.
CREATE INDEX card_of_segment ON card (segment_id);

GRANT INSERT, UPDATE ON card_segment TO tessera_app;
GRANT SELECT, INSERT ON card_stock_change TO tessera_app;
