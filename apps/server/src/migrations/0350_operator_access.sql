-- Whether an operator may sign in, and which revision of their rights is in force. Customers are
-- suspended in their own table. A removed operator keeps the row, which the audit log names, and
-- loses the email, the password and every factor.
ALTER TABLE person
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN removed_at timestamptz,
  ADD COLUMN revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  ADD COLUMN changed_by text CHECK (length(changed_by) BETWEEN 1 AND 120),
  ADD COLUMN changed_at timestamptz,
  -- The administrator whose invitation was accepted; absent for one who was added on the server.
  ADD COLUMN invited_by_id uuid REFERENCES person,
  ADD CONSTRAINT person_access_of_operators
    CHECK (customer_id IS NULL OR (suspended_at IS NULL AND removed_at IS NULL)),
  ADD CONSTRAINT person_invited_to_operate CHECK (customer_id IS NULL OR invited_by_id IS NULL),
  ADD CONSTRAINT person_changed_by_somebody CHECK ((changed_by IS NULL) = (changed_at IS NULL));
GRANT UPDATE (role, suspended_at, removed_at, revision, changed_by, changed_at) ON person
  TO tessera_app;
CREATE INDEX person_operator ON person (username) WHERE customer_id IS NULL;

-- No statement leaves the program without an active administrator: the lock orders parallel
-- changes, and the statement after it sees what the earlier ones committed.
CREATE FUNCTION keep_an_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.role = 'administrator' AND OLD.suspended_at IS NULL AND OLD.removed_at IS NULL
    AND (NEW.role <> 'administrator' OR NEW.suspended_at IS NOT NULL
      OR NEW.removed_at IS NOT NULL)
  THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('operators', 0));
    IF NOT EXISTS (
      SELECT FROM person
      WHERE role = 'administrator' AND suspended_at IS NULL AND removed_at IS NULL
        AND id <> OLD.id
    ) THEN
      RAISE EXCEPTION 'the last active administrator cannot be suspended, removed or demoted'
        USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER person_keep_an_administrator
  BEFORE UPDATE OF role, suspended_at, removed_at ON person
  FOR EACH ROW EXECUTE FUNCTION keep_an_administrator();
