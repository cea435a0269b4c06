-- How far the scheduled verification of the sealed log has come, and what it found.
create table seal_verification (
  only_row boolean primary key default true check (only_row),
  -- When a server last worked on it, by the database's clock.
  worked_at timestamptz not null default '-infinity',
  -- The last of the older blocks that was verified in turn.
  verified_to bigint not null default 0 check (verified_to >= 0),
  -- A block whose rows are not what was sealed. Each run verifies it again.
  broken_block bigint,
  -- The checkpoint of a server, if the chain no longer contains it.
  missing_block bigint,
  missing_hash text,
  -- When the present finding was made, by the application's clock; null while the log is unbroken.
  found_at timestamptz,
  check ((missing_block is null) = (missing_hash is null))
);
insert into seal_verification default values;
grant select, update on seal_verification to tessera_app;
