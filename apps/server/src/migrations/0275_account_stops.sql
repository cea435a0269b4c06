-- Accounts that move no money because a standing check found something wrong with them. A stop is
-- never deleted: who lifted it, when and why stays with what was found.
CREATE TABLE account_stop (
  id uuid PRIMARY KEY,
  account_id bigint NOT NULL,
  customer_id uuid NOT NULL,
  check_name text NOT NULL,
  -- The row that broke the check, as JSON; for operators and the log.
  finding text NOT NULL,
  stopped_at timestamptz NOT NULL,
  lifted_at timestamptz,
  lifted_by text,
  note text,
  CHECK ((lifted_at IS NULL) = (lifted_by IS NULL) AND (lifted_at IS NULL) = (note IS NULL))
);
CREATE UNIQUE INDEX account_stop_open ON account_stop (account_id) WHERE lifted_at IS NULL;
GRANT SELECT, INSERT ON account_stop TO tessera_app;
GRANT UPDATE (lifted_at, lifted_by, note) ON account_stop TO tessera_app;
