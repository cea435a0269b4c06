-- Permission for one payment, as software or its owner proposed it and a person approved it. The
-- terms change only while the mandate waits for a decision; a trigger keeps them afterwards.
create table purchase_mandate (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  -- Whose mandate it is: the person who proposed it, or who created the key that did.
  person_id uuid not null references person (id),
  -- The key that proposed it, and its name at that time; null if the person did.
  key_id uuid references api_key (id),
  key_name text check (length(key_name) between 1 and 60),
  -- The idempotency key with which it was proposed, in the ledger's format.
  client_key text not null check (length(client_key) between 1 and 200),
  merchant_name text not null check (length(merchant_name) between 1 and 400),
  -- The name as payments' merchants are compared with it.
  merchant_key text not null check (length(merchant_key) between 1 and 2000),
  ceiling_minor bigint not null check (ceiling_minor > 0),
  currency text not null check (currency in ('USD', 'CNY', 'EUR')),
  until timestamptz not null,
  purpose text not null check (length(purpose) between 1 and 1500),
  -- How many invisible characters the two texts had when they were sent.
  hidden_characters integer not null default 0 check (hidden_characters >= 0),
  revision integer not null default 1 check (revision > 0),
  status text not null default 'proposed'
    check (status in ('proposed', 'approved', 'refused', 'withdrawn', 'expired', 'completed')),
  -- The card that was issued for it, and what that cost.
  card_id uuid unique references card (id),
  opening_fee_minor bigint check (opening_fee_minor >= 0),
  load_fee_minor bigint check (load_fee_minor >= 0),
  -- The idempotency key with which it was approved, in the ledger's format.
  approval_key text check (length(approval_key) between 1 and 200),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  decided_at timestamptz,
  ended_at timestamptz,
  unique (customer_id, client_key),
  check ((key_id is null) = (key_name is null)),
  check ((card_id is null) = (approval_key is null)),
  check ((card_id is null) = (opening_fee_minor is null)),
  check ((card_id is null) = (load_fee_minor is null)),
  check (status not in ('approved', 'completed') or card_id is not null),
  check (status not in ('proposed', 'refused') or card_id is null),
  check ((status in ('proposed', 'approved')) = (ended_at is null))
);
create index purchase_mandate_of_customer
  on purchase_mandate (customer_id, created_at desc, id desc);
-- The mandates that a job has to end: those that wait, and those whose card has not paid yet.
create index purchase_mandate_open on purchase_mandate (until)
  where status in ('proposed', 'approved');
grant select, insert, update (merchant_name, merchant_key, ceiling_minor, currency, until, purpose,
  hidden_characters, revision, status, card_id, opening_fee_minor, load_fee_minor, approval_key,
  changed_at, decided_at, ended_at) on purchase_mandate to tessera_app;

-- The mandate that a card was issued for; null for every other card, as for every card of the
-- previous release.
alter table card add column mandate_id uuid references purchase_mandate (id);
