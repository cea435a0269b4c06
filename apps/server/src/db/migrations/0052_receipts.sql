-- Receipts of payments, and what a customer's bookkeeping notes about them.

create table receipt (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  -- Who uploaded it.
  person_id uuid not null references person (id),
  name text not null check (length(name) between 1 and 130),
  kind text not null check (kind in ('application/pdf', 'image/jpeg', 'image/png')),
  bytes integer not null check (bytes > 0),
  content_index bytea not null check (octet_length(content_index) = 32),
  sealed bytea,
  -- The wrapped key for bytes outside the database; null if the bytes are in the row.
  wrapped_key bytea,
  -- What the receipt says, in minor units of its own currency.
  amount_minor bigint check (amount_minor > 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  paid_on text check (paid_on ~ '^\d{4}-\d{2}-\d{2}$'),
  merchant text check (length(merchant) between 1 and 100),
  created_at timestamptz not null,
  unique (customer_id, content_index),
  check ((amount_minor is null) = (currency is null)),
  check ((sealed is null) <> (wrapped_key is null))
);
create index receipt_of_customer on receipt (customer_id, created_at desc, id desc);
grant select, insert, update, delete on receipt to tessera_app;

create table receipt_payment (
  receipt_id uuid not null references receipt (id) on delete cascade,
  movement_id uuid not null,
  customer_id uuid not null references customer (id),
  attached_by uuid not null references person (id),
  attached_at timestamptz not null,
  primary key (receipt_id, movement_id)
);
create index receipt_payment_of_movement on receipt_payment (movement_id);
create index receipt_payment_of_customer on receipt_payment (customer_id);
grant select, insert, delete on receipt_payment to tessera_app;

create table payment_note (
  movement_id uuid primary key,
  customer_id uuid not null references customer (id),
  memo text check (length(memo) between 1 and 300),
  project text check (length(project) between 1 and 60),
  tax_code text check (length(tax_code) between 1 and 20),
  revision integer not null check (revision > 0),
  changed_by uuid not null references person (id),
  changed_at timestamptz not null
);
create index payment_note_of_customer on payment_note (customer_id);
grant select, insert, update on payment_note to tessera_app;
