-- What this database is: sandbox, live or practice, and which deployment's. It is the first
-- migration of a new database. The owner fills it after the last; the application only reads it.
CREATE TABLE database_mark (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  kind text NOT NULL CHECK (kind IN ('sandbox', 'live', 'practice')),
  deployment_id uuid NOT NULL,
  marked_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON database_mark TO tessera_app;
