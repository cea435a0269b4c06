-- Work that is done again and again and fails now; what succeeds has no row. Times are the
-- database's own.
CREATE TABLE regular_work_failure (
  name text PRIMARY KEY,
  -- How often in a row, over all servers.
  failures integer NOT NULL CHECK (failures > 0),
  -- The class of the last error, and nothing of what it says: messages may hold what is secret.
  last_error text NOT NULL CHECK (last_error ~ '^[A-Za-z0-9_]{1,60}$'),
  first_failed_at timestamptz NOT NULL,
  last_failed_at timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON regular_work_failure TO tessera_app;
