-- What operators see of the programme as a whole. Counted hour by hour, so that a look at a month
-- reads some hundreds of rows and not the movements themselves.
-- measure, code: of `authorisation` its decline code, or `approved`; of `volume` the movement's
-- kind. amount: minor units, never negative.
CREATE TABLE board_hour (
  hour timestamptz NOT NULL,
  measure text NOT NULL CHECK (measure IN ('authorisation', 'volume')),
  code text NOT NULL,
  currency text NOT NULL,
  count bigint NOT NULL,
  amount numeric NOT NULL,
  PRIMARY KEY (hour, measure, code, currency)
) WITH (fillfactor = 70);

-- Movements of transactions below `counted_to` are in it. Whoever counts holds the row.
CREATE TABLE board_progress (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  counted_to bigint NOT NULL DEFAULT 0,
  -- When the standing checks were last begun, by the database's own clock.
  checks_begun_at timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO board_progress DEFAULT VALUES;

-- How each of the standing checks last came out, by the product's clock.
CREATE TABLE standing_check (
  name text PRIMARY KEY,
  holds boolean NOT NULL,
  -- The first row that breaks it, as JSON; for the log and whoever looks into the database.
  first_broken text,
  checked_at timestamptz NOT NULL,
  duration_ms integer NOT NULL
);

-- Work that was given up, and mail beside it, must be found without reading all that was done.
CREATE INDEX job_failed ON jobs.job_common (name, completed_on) WHERE state = 'failed';

GRANT SELECT, INSERT, UPDATE ON board_hour, board_progress, standing_check TO tessera_app;
