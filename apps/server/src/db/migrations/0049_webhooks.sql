-- Webhooks: what happened to a customer, sent to the customer's servers.

-- The block of the ledger's chain up to which events were derived.
create table webhook_progress (
  only_row boolean primary key default true check (only_row),
  derived_to bigint not null check (derived_to >= 0),
  derived_at timestamptz not null default clock_timestamp()
);
insert into webhook_progress (derived_to)
select coalesce(max(n), 0) from ledger.seal;
grant select, update on webhook_progress to tessera_app;

-- The customers whose events are derived, from the block after `since_block` on.
create table webhook_feed (
  customer_id uuid primary key references customer (id),
  since_block bigint not null check (since_block >= 0),
  last_sequence bigint not null default 0 check (last_sequence >= 0),
  created_at timestamptz not null
);
grant select, insert, update (last_sequence) on webhook_feed to tessera_app;

create table webhook_endpoint (
  id uuid primary key,
  customer_id uuid not null references webhook_feed (customer_id),
  name text not null check (length(name) between 1 and 60),
  url text not null check (length(url) between 1 and 500),
  -- Empty: all types, all cards.
  types text[] not null check (cardinality(types) <= 100),
  card_ids uuid[] not null check (cardinality(card_ids) <= 50),
  status text not null
    check (status in ('unverified', 'active', 'paused', 'disabled')),
  disabled_because text check (disabled_because in ('failing', 'gone', 'alarm')),
  -- Since when every attempt has failed; null after a success.
  failing_since timestamptz,
  created_at timestamptz not null,
  check ((status = 'disabled') = (disabled_because is not null))
);
create index webhook_endpoint_customer on webhook_endpoint (customer_id, created_at desc, id desc);
create index webhook_endpoint_active on webhook_endpoint (id) where status = 'active';
grant select, insert, delete,
  update (name, url, types, card_ids, status, disabled_because, failing_since)
  on webhook_endpoint to tessera_app;

-- An endpoint's secrets, sealed. Rotating adds one and ends the former.
create table webhook_secret (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint (id) on delete cascade,
  sealed bytea not null,
  created_at timestamptz not null,
  -- Until when it signs; null for the endpoint's current secret.
  ends_at timestamptz
);
create unique index webhook_secret_current on webhook_secret (endpoint_id) where ends_at is null;
create index webhook_secret_former on webhook_secret (endpoint_id, ends_at);
grant select, insert, update, delete on webhook_secret to tessera_app;

create table webhook_event (
  customer_id uuid not null references webhook_feed (customer_id),
  -- Counts the customer's events from 1, without a gap.
  sequence bigint not null check (sequence > 0),
  id uuid not null unique,
  type text not null check (length(type) between 1 and 60),
  object_type text not null check (object_type in ('movement', 'card')),
  object_id uuid not null,
  card_id uuid,
  block bigint not null check (block > 0),
  -- The sealed row that the event comes from.
  source text not null unique check (length(source) between 1 and 80),
  at timestamptz not null,
  created_at timestamptz not null,
  primary key (customer_id, sequence)
);
create index webhook_event_age on webhook_event (created_at);
grant select, insert, delete on webhook_event to tessera_app;

create table webhook_delivery (
  endpoint_id uuid not null references webhook_endpoint (id) on delete cascade,
  sequence bigint not null check (sequence > 0),
  customer_id uuid not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  -- Attempts since the event was queued or replayed.
  attempts integer not null default 0 check (attempts >= 0),
  next_at timestamptz not null,
  -- Until when a server has it, by the database's clock.
  claimed_until timestamptz,
  queued_at timestamptz not null,
  primary key (endpoint_id, sequence),
  foreign key (customer_id, sequence) references webhook_event (customer_id, sequence)
    on delete cascade
) with (fillfactor = 80);
create index webhook_delivery_waiting on webhook_delivery (endpoint_id, next_at, sequence)
  where status = 'waiting';
create index webhook_delivery_event on webhook_delivery (customer_id, sequence);
grant select, insert, update, delete on webhook_delivery to tessera_app;

create table webhook_attempt (
  -- The id sorts by time.
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint (id) on delete cascade,
  kind text not null check (kind in ('event', 'example', 'challenge')),
  sequence bigint check (sequence > 0),
  event_id uuid,
  type text check (length(type) <= 60),
  at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  outcome text not null check (length(outcome) between 1 and 40),
  status integer check (status between 100 and 999),
  next_at timestamptz,
  check ((kind = 'event') = (sequence is not null)),
  check ((kind = 'event') = (event_id is not null))
);
create index webhook_attempt_of_endpoint on webhook_attempt (endpoint_id, id desc);
create index webhook_attempt_age on webhook_attempt (at);
grant select, insert, delete on webhook_attempt to tessera_app;
