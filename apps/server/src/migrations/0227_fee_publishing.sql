-- Versions of the fees are published in the console, ahead of time, and may be cancelled until
-- they come into force. A cancelled one leaves its moment free, so of two live ones alone each
-- must have its own, which is decided under a lock.
ALTER TABLE fee_schedule
  ADD COLUMN published_by text NOT NULL DEFAULT 'Tessera'
    CHECK (length(published_by) BETWEEN 1 AND 120),
  ADD COLUMN client_key text UNIQUE,
  DROP CONSTRAINT fee_schedule_effective_from_key;
CREATE INDEX fee_schedule_effective_from ON fee_schedule (effective_from DESC, version DESC);

CREATE TABLE fee_schedule_cancellation (
  version integer PRIMARY KEY REFERENCES fee_schedule (version),
  cancelled_by text NOT NULL CHECK (length(cancelled_by) BETWEEN 1 AND 120),
  cancelled_at timestamptz NOT NULL
);

-- Whatever a server believes, fees that were in force stay.
CREATE FUNCTION refuse_late_cancellation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.cancelled_at >= (
    SELECT effective_from FROM fee_schedule WHERE version = NEW.version
  ) THEN
    RAISE EXCEPTION 'Fees in force are not cancelled' USING ERRCODE = 'TL001';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER fee_schedule_cancellation_in_time
  BEFORE INSERT ON fee_schedule_cancellation
  FOR EACH ROW EXECUTE FUNCTION refuse_late_cancellation();
CREATE TRIGGER fee_schedule_cancellation_append_only
  BEFORE UPDATE OR DELETE ON fee_schedule_cancellation
  FOR EACH ROW EXECUTE FUNCTION refuse_programme_change();

GRANT SELECT, INSERT ON fee_schedule_cancellation TO tessera_app;
