create schema ledger;
grant usage on schema ledger to tessera_app;

-- What an account is. Ids below 1000 are the house's: currency * 100 + kind, seeded below.
create table ledger.account (
  id bigint primary key,
  customer_id uuid,
  kind text not null check (kind in ('account', 'card', 'receivable', 'fees',
    'network_settlement', 'chain_clearing', 'bank_clearing', 'fx_position', 'suspense')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null default now(),
  check ((id < 1000) = (customer_id is null)),
  check ((kind in ('account', 'card', 'receivable')) = (customer_id is not null)),
  unique (id, currency)
);
create index account_customer on ledger.account (customer_id) where customer_id is not null;
create sequence ledger.account_id start 1000;

insert into ledger.account (id, kind, currency)
select c.n * 100 + k.n, k.kind, c.currency
from unnest(array['USD', 'CNY', 'EUR']) with ordinality c(currency, n),
  unnest(array['fees', 'network_settlement', 'chain_clearing', 'bank_clearing', 'fx_position',
    'suspense']) with ordinality k(kind, n);

-- What a customer's account holds. Narrow and half full, so that an update stays on its page.
-- status: 1 open, 2 debits blocked, 3 blocked, 4 closed. A receivable is not constrained.
create table ledger.balance (
  account_id bigint primary key check (account_id >= 1000),
  customer_id uuid not null,
  posted bigint not null default 0,
  held bigint not null default 0,
  version bigint not null default 0,
  currency text not null,
  status smallint not null default 1 check (status between 1 and 4),
  constrained boolean not null,
  constraint balance_funded check (not constrained or (posted >= 0 and posted - held >= 0)),
  constraint balance_held check (held >= 0 and (constrained or held = 0)),
  constraint balance_closed check (status <> 4 or (posted = 0 and held = 0)),
  foreign key (account_id, currency) references ledger.account (id, currency)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 2);

-- What happened. `touched` is (account, posted, held) after it for every customer account it
-- touched; `counted` is (counter, amount, count) for every guard. Both are flat.
create table ledger.movement (
  id uuid primary key,
  customer_id uuid not null,
  xid bigint not null default pg_current_xact_id()::text::bigint,
  event_at timestamptz not null,
  created_at timestamptz not null,
  amount bigint not null,
  fee bigint not null,
  card_id uuid,
  parent_id uuid,
  kind text not null check (kind <> '' and length(kind) <= 40),
  status text not null check (status in ('processing', 'reviewing', 'queued', 'completed',
    'failed', 'declined', 'rejected', 'cancelled', 'expired')),
  currency text not null,
  title text not null check (length(title) <= 500),
  client_key text check (length(client_key) between 1 and 255),
  content_hash bytea not null check (length(content_hash) = 32),
  touched bigint[] not null,
  counted bigint[],
  data jsonb not null,
  check (parent_id <> id)
) with (autovacuum_vacuum_insert_scale_factor = 0.4, autovacuum_analyze_scale_factor = 0.4);
-- No plan depends on how these are spread, and sampling arrays and documents is dear.
alter table ledger.movement alter column title set statistics 0,
  alter column content_hash set statistics 0, alter column touched set statistics 0,
  alter column counted set statistics 0, alter column data set statistics 0;
create unique index movement_client_key on ledger.movement (customer_id, client_key)
  where client_key is not null;
-- A card's list is filtered within the index; an index of its own would be one more random page
-- for every movement of a card.
create index movement_customer on ledger.movement (customer_id, event_at, card_id)
  where parent_id is null;
create index movement_parent on ledger.movement (parent_id) where parent_id is not null;
-- Grows at its end only, so it costs next to nothing: blocks are sealed and screens told by it.
create index movement_xid on ledger.movement (xid);

-- Money from one account to another: never changed, ordered within each account by its version.
create table ledger.transfer (
  movement_id uuid not null,
  n smallint not null,
  currency text not null,
  debit_account bigint not null,
  credit_account bigint not null,
  amount bigint not null check (amount between 1 and 99999999999999),
  debit_after bigint,
  debit_version bigint,
  credit_after bigint,
  credit_version bigint,
  hold_id uuid,
  check (debit_account <> credit_account),
  check ((debit_account >= 1000) = (debit_version is not null)),
  check ((credit_account >= 1000) = (credit_version is not null)),
  primary key (movement_id, n)
) partition by range (movement_id);
create table ledger.transfer_default partition of ledger.transfer default;

-- A later status of a movement; n counts from 1 within it.
create table ledger.movement_history (
  movement_id uuid not null,
  n integer not null check (n > 0),
  status text not null check (status in ('processing', 'reviewing', 'queued', 'completed',
    'failed', 'declined', 'rejected', 'cancelled', 'expired')),
  amount bigint not null,
  fee bigint not null,
  by_movement_id uuid not null,
  created_at timestamptz not null,
  xid bigint not null default pg_current_xact_id()::text::bigint,
  primary key (movement_id, n)
);
create index movement_history_xid on ledger.movement_history using brin (xid)
  with (pages_per_range = 64, autosummarize = on);

-- Where a movement stands now. Only movements that were born open or were changed have a row;
-- for the others the movement itself says it all.
create table ledger.movement_state (
  movement_id uuid primary key,
  customer_id uuid not null,
  card_id uuid,
  kind text not null,
  status text not null,
  amount bigint not null,
  fee bigint not null,
  event_at timestamptz not null,
  changes integer not null,
  changed_at timestamptz not null
) with (fillfactor = 80);
create index movement_state_open on ledger.movement_state (customer_id, event_at)
  where status in ('processing', 'reviewing', 'queued');

create table ledger.hold (
  id uuid primary key,
  account_id bigint not null,
  customer_id uuid not null,
  movement_id uuid not null,
  amount bigint not null check (amount > 0),
  captured bigint not null default 0 check (captured >= 0),
  remaining bigint not null check (remaining >= 0),
  state text not null check (state in ('open', 'captured', 'released', 'expired')),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  check ((state = 'open') = (remaining > 0)),
  check (captured + remaining <= amount)
) with (fillfactor = 80);
create index hold_due on ledger.hold (expires_at) where state = 'open';

-- Every step of a hold: what it set aside, moved or gave back.
create table ledger.hold_step (
  movement_id uuid not null,
  n smallint not null,
  hold_id uuid not null,
  step text not null check (step in ('hold', 'increase', 'capture', 'release', 'expire')),
  amount bigint not null check (amount > 0),
  remaining_after bigint not null check (remaining_after >= 0),
  primary key (movement_id, n)
);

create table ledger.counter (
  id bigint generated always as identity,
  subject uuid not null,
  time_window text not null check (length(time_window) between 1 and 40),
  amount bigint not null default 0 check (amount >= 0),
  count bigint not null default 0 check (count >= 0),
  primary key (subject, time_window)
) with (fillfactor = 50, autovacuum_analyze_scale_factor = 2);

create table ledger.outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  body jsonb not null,
  movement_id uuid,
  xid bigint not null default pg_current_xact_id()::text::bigint,
  created_at timestamptz not null default clock_timestamp()
);

create table ledger.audit (
  id bigint generated always as identity primary key,
  action text not null,
  actor text not null,
  customer_id uuid,
  object text,
  outcome text not null check (outcome in ('ok', 'refused')),
  request_id text,
  movement_id uuid,
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  xid bigint not null default pg_current_xact_id()::text::bigint
);
create index audit_customer on ledger.audit (customer_id, id) where customer_id is not null;
create index audit_xid on ledger.audit using brin (xid)
  with (pages_per_range = 64, autosummarize = on);
