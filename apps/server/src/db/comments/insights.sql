comment on table asset_snapshot is
  'Snapshots of customers'' holdings, refreshed after five minutes.';

comment on table insight_reader is
  'The point up to which a customer has read the risk insight alerts.';

comment on table receipt is
  'Receipts of payments, sealed. The file is in the row or in object storage.';
comment on column receipt.person_id is 'Who uploaded it.';
comment on column receipt.content_index is
  'A blind index of the content: equal for two receipts of the same file.';
comment on column receipt.wrapped_key is
  'The wrapped key for bytes outside the database; null if the bytes are in the row.';
comment on column receipt.amount_minor is
  'What the receipt says, in minor units of its own currency; null if nobody has entered it.';

comment on table receipt_payment is
  'The payments that receipts are for. A receipt can be for several, and a payment can have '
  'several.';

comment on table payment_note is
  'What a customer''s bookkeeping notes about a payment: its purpose, project and tax code.';

comment on table reconciliation_export is 'Statements requested by customers, and their progress.';
comment on column reconciliation_export.client_key is 'The idempotency key of the requesting call.';
comment on column reconciliation_export.attempt is
  'Counts attempts. Chunks belong to the attempt that wrote them.';
comment on column reconciliation_export.leased_until is
  'Until when one server has the exclusive right to create the archive, or from when creation may '
  'be retried. By the database''s clock.';

comment on table reconciliation_chunk is 'The file in chunks: servers share only the database.';

comment on table data_archive is
  'An archive of everything stored about a customer, requested by that customer. The file is '
  'stored in sealed chunks under a separate key and is deleted when it expires.';
comment on column data_archive.client_key is 'The idempotency key of the requesting call.';
comment on column data_archive.locale is 'The language of the archive''s README.';
comment on column data_archive.attempt is
  'Each takeover begins a new attempt. Chunks belong to the attempt that wrote them.';
comment on column data_archive.leased_until is
  'Until when one server has the exclusive right to create the archive, or from when creation may '
  'be retried. By the database''s clock.';
comment on column data_archive.key_id is
  'The root key that wraps the file''s key, and the wrapped key. Set only for a completed '
  'archive: without them, its chunks cannot be opened.';

comment on table data_archive_chunk is 'The sealed file in chunks.';
