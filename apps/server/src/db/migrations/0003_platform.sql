-- Identifies the root key that this database's secrets are sealed under, by a keyed hash.
create table root_key (
  only_row boolean primary key default true check (only_row),
  check_value text not null check (length(check_value) = 64)
);
grant select, insert on root_key to tessera_app;

-- Answers of calls with an Idempotency-Key. A key is unique per owner and operation.
create table idempotency_answer (
  owner uuid not null,
  operation text not null check (length(operation) <= 200),
  key text not null check (length(key) between 1 and 255),
  fingerprint text not null check (length(fingerprint) = 64),
  status integer not null check (status between 200 and 499),
  body text not null,
  created_at timestamptz not null default now(),
  primary key (owner, operation, key)
);
create index idempotency_answer_created_at on idempotency_answer using brin (created_at);
grant select, insert, delete on idempotency_answer to tessera_app;

-- Hits per key in the current window. Keys are stored as keyed hashes.
create table rate_limit (
  bucket text not null check (length(bucket) <= 60),
  key_hash text not null check (length(key_hash) <= 64),
  started_at timestamptz not null,
  ends_at timestamptz not null,
  hits integer not null check (hits > 0),
  primary key (bucket, key_hash)
) with (fillfactor = 70);
create index rate_limit_ends_at on rate_limit (ends_at);
grant select, insert, update, delete on rate_limit to tessera_app;

-- Orders customer_event. Writers lock this row until they commit, so event ids become visible in
-- order: a reader that has seen one has seen all below it.
-- relayed_to: the transaction up to which events of moved cards were written.
create table event_sequencer (
  only_row boolean primary key default true check (only_row),
  relayed_to bigint not null default pg_current_xact_id()::text::bigint
);
insert into event_sequencer default values;
grant select, update on event_sequencer to tessera_app;

-- Events that open screens receive.
create table customer_event (
  id bigint generated always as identity primary key,
  customer_id uuid not null,
  topic text not null check (length(topic) <= 100),
  body jsonb not null,
  created_at timestamptz not null default now()
) with (autovacuum_analyze_scale_factor = 0.4);
create index customer_event_customer on customer_event (customer_id, id);
-- Events are read by key. Comparing documents for statistics would hold up payments.
alter table customer_event
  alter column id set statistics 20,
  alter column customer_id set statistics 20,
  alter column topic set statistics 0,
  alter column body set statistics 0,
  alter column created_at set statistics 20;
grant select, insert, delete on customer_event to tessera_app;

-- Who has a screen open at which server, refreshed every few seconds. Customers and operators who
-- are online need no mail about a new message.
create table event_presence (
  process_id uuid primary key,
  addresses uuid[] not null,
  seen_at timestamptz not null
);
grant select, insert, update, delete on event_presence to tessera_app;

-- Objects in object storage that no row refers to: of uploads in progress or abandoned, and of
-- deleted files. They are deleted an hour later.
create table file_orphan (
  key text primary key check (length(key) between 1 and 200),
  since timestamptz not null,
  -- The upload that wrote it cannot claim it any more, because the storage may delete the object at
  -- any moment.
  is_deleting boolean not null default false
);
create index file_orphan_since on file_orphan (since);
grant select, insert, update (since, is_deleting), delete on file_orphan to tessera_app;

-- Scheduled jobs that currently fail; a job that succeeds has no row. Times are by the database's
-- clock.
create table regular_work_failure (
  name text primary key,
  -- Consecutive failures over all servers.
  failures integer not null check (failures > 0),
  -- The class of the last error, without its message, which may contain secrets.
  last_error text not null check (last_error ~ '^[A-Za-z0-9_]{1,60}$'),
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null
);
grant select, insert, update, delete on regular_work_failure to tessera_app;

-- Readiness writes a row here, and rolls it back, to see whether the database accepts writes.
create table write_probe (
  payload bytea not null
);
-- Uncompressed, so that a large probe really needs space.
alter table write_probe alter column payload set storage external;
grant insert on write_probe to tessera_app;

-- The sandbox's clock, so that a restart does not go back in time.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  offset_seconds bigint not null check (offset_seconds >= 0)
);
grant select, insert, update on sandbox_clock to tessera_app;

-- Mail sent in sandbox mode, for the mailbox page. Live mode never writes here.
create table sandbox_mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  sent_at timestamptz not null
);
create index sandbox_mail_sent_at on sandbox_mail (sent_at desc, id desc);
grant select, insert, delete on sandbox_mail to tessera_app;

-- Progress of the sandbox's demo data, so that an interrupted start resumes where it stopped.
create table demo_seed (
  one_row boolean primary key default true check (one_row),
  customer_id uuid not null,
  -- The end of the demo's year, from which everything is planned backwards.
  ends_at timestamptz not null,
  -- Events of the plan that are done, and the references that later ones need.
  done integer not null default 0 check (done >= 0),
  refs jsonb not null default '{}',
  finished_at timestamptz
);
grant select, insert, update on demo_seed to tessera_app;
