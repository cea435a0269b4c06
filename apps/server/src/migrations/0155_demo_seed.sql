-- How far the demo data of a sandbox has come, so that a start which finds it half done goes on
-- where it stopped.
create table demo_seed (
  one_row boolean primary key default true check (one_row),
  customer_id uuid not null,
  -- The moment the demo's year ends at; everything is planned back from it.
  ends_at timestamptz not null,
  -- Events of the plan that are done, and what later ones need of them.
  done integer not null default 0 check (done >= 0),
  refs jsonb not null default '{}',
  finished_at timestamptz
);
grant select, insert, update on demo_seed to tessera_app;
