-- When a card is topped up by itself, and by how much, as its owner ordered it. A changed order is
-- a new row, so a top-up refers to the order as it was.
create table auto_top_up (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  card_id uuid not null references card (id),
  person_id uuid not null references person (id),
  trigger_kind text not null check (trigger_kind in ('balance', 'week', 'month', 'charge')),
  below_minor bigint check (below_minor > 0),
  -- 1 to 7 from Monday, or 1 to 31 of the month.
  day smallint check (day between 1 and 31),
  hour smallint check (hour between 0 and 23),
  hours_before smallint check (hours_before between 1 and 168),
  amount_kind text not null check (amount_kind in ('fixed', 'target', 'charge')),
  amount_minor bigint check (amount_minor > 0),
  monthly_cap_minor bigint not null check (monthly_cap_minor > 0),
  fee_basis_points integer not null check (fee_basis_points between 0 and 10000),
  -- The last day, in the program's time zone.
  ends_on text check (ends_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  -- When the order is looked at next; null for a balance, which payments make the server look at.
  next_at timestamptz,
  paused_by_fee boolean not null default false,
  -- The refusal about which the owner was sent an email; null after a top-up.
  told_reason text,
  -- The movements that were not yet visible when the order was made can cause a top-up.
  made_at_snapshot text not null default pg_current_snapshot()::text,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((trigger_kind = 'balance') = (below_minor is not null)),
  check ((trigger_kind in ('week', 'month')) = (day is not null)),
  check ((trigger_kind in ('week', 'month')) = (hour is not null)),
  check ((trigger_kind = 'charge') = (hours_before is not null)),
  check ((amount_kind = 'charge') = (amount_minor is null)),
  check (amount_kind <> 'charge' or trigger_kind = 'charge')
);
create unique index auto_top_up_of_card on auto_top_up (card_id) where ended_at is null;
create index auto_top_up_due on auto_top_up (next_at) where ended_at is null and not paused_by_fee;
grant select, insert, update (next_at, paused_by_fee, told_reason, ended_at) on auto_top_up
  to tessera_app;

-- What was done for each cause of a top-up, once. A cause is a movement, a day or an expected
-- charge.
create table auto_top_up_run (
  id uuid primary key,
  auto_top_up_id uuid not null references auto_top_up (id),
  customer_id uuid not null references customer (id),
  card_id uuid not null references card (id),
  cause text not null check (length(cause) between 1 and 600),
  -- The merchant whose charge is expected, and its amount.
  merchant text check (length(merchant) between 1 and 500),
  charge_minor bigint check (charge_minor > 0),
  outcome text not null default 'waiting'
    check (outcome in ('waiting', 'funded', 'not_needed', 'refused')),
  reason text,
  movement_id uuid unique,
  amount_minor bigint check (amount_minor > 0),
  fee_minor bigint check (fee_minor >= 0),
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (auto_top_up_id, cause),
  check ((merchant is null) = (charge_minor is null)),
  check ((outcome = 'waiting') = (ended_at is null)),
  check ((outcome = 'refused') = (reason is not null)),
  check ((outcome = 'funded') = (movement_id is not null)),
  check ((outcome = 'funded') = (amount_minor is not null)),
  check ((outcome = 'funded') = (fee_minor is not null))
);
create index auto_top_up_run_of_card on auto_top_up_run (card_id, created_at desc, id desc);
create index auto_top_up_run_of_customer on auto_top_up_run (customer_id);
grant select, insert, update (outcome, reason, movement_id, amount_minor, fee_minor, ended_at)
  on auto_top_up_run to tessera_app;

-- The transaction up to which movements were searched for balances below a threshold.
create table auto_top_up_progress (
  only_row boolean primary key default true check (only_row),
  searched_to bigint not null default pg_current_xact_id()::text::bigint
);
insert into auto_top_up_progress default values;
grant select, update on auto_top_up_progress to tessera_app;
