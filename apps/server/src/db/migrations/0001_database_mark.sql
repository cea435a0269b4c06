-- The kind of this database (sandbox, live or practice) and the deployment that it belongs to. This
-- is the first migration of a new database, so that a database is never used for another kind. The
-- owner fills it after the last migration; the application only reads it.
create table database_mark (
  only_row boolean primary key default true check (only_row),
  kind text not null check (kind in ('sandbox', 'live', 'practice')),
  deployment_id uuid not null,
  marked_at timestamptz not null default clock_timestamp()
);
grant select on database_mark to tessera_app;
