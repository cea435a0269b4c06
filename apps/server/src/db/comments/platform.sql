comment on table database_mark is
  'Whether this database is for sandbox, live or practice use, and the deployment that it belongs '
  'to. This is the first table of a new database, so that a database is never used for a '
  'different purpose. The owner fills the table after the last migration. The application only '
  'reads it.';

comment on table tessera_migration is
  'Migrations that were run, with the checksum of their text and, if repeatable, their generation.';

comment on table root_key is
  'Identifies the root key under which this database''s secrets are sealed, by a keyed hash.';

comment on table idempotency_answer is
  'Responses to calls with an Idempotency-Key. A key is unique per owner and operation.';

comment on table rate_limit is
  'Hits per key in the current window, and in a shorter one if the bucket has a limit on bursts. '
  'Keys are stored as keyed hashes.';

comment on table event_sequencer is
  'Orders customer_event. Writers lock this row until they commit, so event ids become visible in '
  'order: a reader that has seen an id has seen all lower ids. relayed_to: the transaction up to '
  'which events about cards in movements were written.';

comment on table customer_event is 'Events sent to open screens.';

comment on table event_presence is
  'Who has a screen open, and on which server, refreshed every few seconds. Customers and '
  'operators who are online do not need an email about a new message.';

comment on table file_orphan is
  'Objects in object storage that no row refers to: from uploads in progress, from abandoned '
  'uploads, and from deleted files. They are deleted an hour later.';
comment on column file_orphan.is_deleting is
  'The upload that wrote the object can no longer claim it, because it may be deleted at any '
  'moment.';

comment on table regular_work_failure is
  'Scheduled jobs that are currently failing. A job that succeeds has no row. Times are by the '
  'database''s clock.';
comment on column regular_work_failure.failures is 'Consecutive failures across all servers.';
comment on column regular_work_failure.last_error is
  'The class of the last error, without its message, which may contain secrets.';

comment on table server_process is
  'Running servers. One without a heartbeat for thirty seconds is dead, and another server takes '
  'over its open payments and deletes the row.';
comment on column server_process.number is
  'Part of the ids of the holds that the server asks for. Free again once the row is deleted.';
comment on column server_process.release is
  'The release of the server; null for releases that do not record it.';
comment on column server_process.heartbeat_at is 'By the database''s clock.';
comment on column server_process.answered_through is
  'By the product''s clock: every payment that the server began before this was answered.';

comment on table write_probe is
  'The readiness check writes a row here and rolls it back, to see whether the database accepts '
  'writes.';

comment on table sandbox_clock is
  'The sandbox''s clock, so that a restart does not go back in time.';

comment on table sandbox_mail is
  'Email sent in sandbox mode, for the mailbox page. Live mode never writes here.';

comment on table program_copy is
  'The documents of directory_setting that this cell has copied.';
comment on column program_copy.problem is
  'Why the cell''s own rows still differ from the document; null if they are equal.';

comment on table demo_seed is
  'Progress of the sandbox''s demo data, so that an interrupted start resumes where it stopped.';
comment on column demo_seed.ends_at is
  'The end of the demo''s year. Everything is planned backward from it.';
comment on column demo_seed.done is
  'Number of completed events of the plan, and the references that later events need.';

-- In a program with several cells, the directory can be in another database, which has these.
do $$ begin
  if exists (select from pg_class where oid = 'directory_name'::regclass and relkind <> 'f') then
    comment on table cell is
      'The cells of the program: each is one database with its customers and everything that '
      'belongs to them. A program on one machine has one cell, number 1.';
    comment on column cell.is_open is
      'Whether new customers are opened in the cell.';

    comment on table directory_name is
      'Which cell a person belongs to, by each name that the person signs in with. A name is '
      'unique in the whole program, and this table decides. In a cluster it is distributed by '
      'key_hash over databases of their own, so it refers to no other table and holds no name '
      'in plain text.';
    comment on column directory_name.key_hash is
      'HMAC-SHA-256 of the kind and the name in lowercase.';

    comment on table directory_cell is
      'The database that each cell of the program is. A server registers its databases when it '
      'starts, so that no second database takes a cell''s number, and no database of another '
      'program is served.';
    comment on column directory_cell.deployment_id is
      'From the mark of the cell''s database.';

    comment on table directory_head is
      'The newest seal of each cell, recorded after it was sealed, so that a cell whose chain '
      'was cut off is noticed elsewhere. Written only in a program with several cells.';

    comment on table directory_card is
      'Which cell a card belongs to, by its number or by its id at the issuer. Both are unique '
      'in the whole program, and this table decides.';
    comment on column directory_card.key_hash is
      'The keyed hash of the number (card_secret.pan_index), or SHA-256 of the issuer and its '
      'id.';

    comment on table directory_range is
      'Ranges of card numbers, each of one cell: the BIN and the two digits after it. A '
      'network''s message finds its cell by the number alone. A range never changes its cell.';

    comment on table directory_setting is
      'What one cell tells the others, as documents: the first cell what is set once for all, '
      'such as fees, which the others copy into their own tables; each cell the access of its '
      'operators. Empty in a program with one cell.';
    comment on column directory_setting.version is 'Increases with every change.';
    comment on column directory_setting.proof is
      'HMAC-SHA-256 of the part, version and document, so that only a server of the program can '
      'change the settings of other cells. Null if the readers do not check it.';
  end if;
end $$;

comment on column database_mark.cell is
  'The cell that this database is. Checked whenever a server opens the database.';
