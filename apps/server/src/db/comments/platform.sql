comment on table database_mark is
  'The kind of this database (sandbox, live or practice) and the deployment that it belongs to. '
  'It is the first table of a new database, so that a database is never used for another kind. '
  'The owner fills it after the last migration; the application only reads it.';

comment on table tessera_migration is
  'Migrations that ran, with the checksum of their text and, if repeatable, their generation.';

comment on table root_key is
  'Identifies the root key that this database''s secrets are sealed under, by a keyed hash.';

comment on table idempotency_answer is
  'Answers of calls with an Idempotency-Key. A key is unique per owner and operation.';

comment on table rate_limit is
  'Hits per key in the current window. Keys are stored as keyed hashes.';

comment on table event_sequencer is
  'Orders customer_event. Writers lock this row until they commit, so event ids become visible in '
  'order: a reader that has seen one has seen all below it. relayed_to: the transaction up to '
  'which events of moved cards were written.';

comment on table customer_event is 'Events that open screens receive.';

comment on table event_presence is
  'Who has a screen open at which server, refreshed every few seconds. Customers and operators '
  'who are online need no mail about a new message.';

comment on table file_orphan is
  'Objects in object storage that no row refers to: of uploads in progress or abandoned, and of '
  'deleted files. They are deleted an hour later.';
comment on column file_orphan.is_deleting is
  'The upload that wrote it cannot claim it any more, because the storage may delete the object '
  'at any moment.';

comment on table regular_work_failure is
  'Scheduled jobs that currently fail; a job that succeeds has no row. Times are by the '
  'database''s clock.';
comment on column regular_work_failure.failures is 'Consecutive failures over all servers.';
comment on column regular_work_failure.last_error is
  'The class of the last error, without its message, which may contain secrets.';

comment on table server_process is
  'Running servers. One without a heartbeat for thirty seconds is dead, and another server takes '
  'over its open payments and deletes the row.';
comment on column server_process.number is
  'Part of the ids of the holds that the server asks for. Free again once the row is deleted.';
comment on column server_process.heartbeat_at is 'By the database''s clock.';
comment on column server_process.answered_through is
  'By the product''s clock: every payment that the server began before this was answered.';

comment on table write_probe is
  'Readiness writes a row here, and rolls it back, to see whether the database accepts writes.';

comment on table sandbox_clock is
  'The sandbox''s clock, so that a restart does not go back in time.';

comment on table sandbox_mail is
  'Mail sent in sandbox mode, for the mailbox page. Live mode never writes here.';

comment on table demo_seed is
  'Progress of the sandbox''s demo data, so that an interrupted start resumes where it stopped.';
comment on column demo_seed.ends_at is
  'The end of the demo''s year, from which everything is planned backwards.';
comment on column demo_seed.done is
  'Events of the plan that are done, and the references that later ones need.';
