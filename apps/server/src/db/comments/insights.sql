comment on table asset_snapshot is
  'Customers'' holdings at a moment, refreshed after five minutes.';

comment on table insight_reader is 'Up to when a customer has read the alerts of the risk insight.';

comment on table reconciliation_export is
  'Statements that customers requested, and their progress.';
comment on column reconciliation_export.client_key is 'The idempotency key of the requesting call.';
comment on column reconciliation_export.attempt is
  'Counts the attempts; chunks belong to the attempt that wrote them.';
comment on column reconciliation_export.leased_until is
  'Until when one server alone makes it, or from when it may be retried. By the database''s '
  'clock.';

comment on table reconciliation_chunk is
  'The file in chunks: servers share nothing but the database.';

comment on table data_archive is
  'An archive of everything stored about a customer, requested by that customer. Its file is in '
  'sealed pieces under a key of its own, and is deleted when it expires.';
comment on column data_archive.client_key is 'The idempotency key of the requesting call.';
comment on column data_archive.locale is 'The language of its README.';
comment on column data_archive.attempt is
  'Each takeover begins a new attempt; chunks belong to the attempt that wrote them.';
comment on column data_archive.leased_until is
  'Until when one server alone makes it, or from when it may be retried. By the database''s '
  'clock.';
comment on column data_archive.key_id is
  'The root key that wraps the file''s key, and the wrapped key. Only a completed archive has '
  'them: without them its chunks cannot be opened.';

comment on table data_archive_chunk is 'The sealed file in chunks.';
