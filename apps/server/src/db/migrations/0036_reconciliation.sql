-- Reconciliation of the ledger with what banks, chains and the card network report.

-- One comparison of the ledger with one source.
create table reconciliation_run (
  id uuid primary key,
  source text not null check (source in ('bank', 'chain', 'card_network')),
  state text not null check (state in ('waiting', 'running', 'completed', 'failed')),
  -- The operator who asked for it; null if the daily job did.
  requested_by text,
  requested_at timestamptz not null,
  -- Increases whenever a server begins the run, so that an earlier attempt can write nothing more.
  attempt integer not null default 0 check (attempt >= 0),
  period_from timestamptz,
  period_to timestamptz,
  -- How many items were compared, and how many breaks were found and closed.
  compared integer not null default 0 check (compared >= 0),
  found integer not null default 0 check (found >= 0),
  closed integer not null default 0 check (closed >= 0),
  -- Why it failed.
  fault text check (length(fault) between 1 and 40),
  ended_at timestamptz,
  check ((ended_at is null) = (state in ('waiting', 'running'))),
  check ((fault is not null) = (state = 'failed'))
);
create unique index reconciliation_run_open on reconciliation_run (source)
  where ended_at is null;
create index reconciliation_run_newest on reconciliation_run (source, id desc);
grant select, insert, update on reconciliation_run to tessera_app;

-- Differences between the ledger and a source. One that is found again is the same row.
create table reconciliation_break (
  id uuid primary key,
  source text not null check (source in ('bank', 'chain', 'card_network')),
  -- What was compared, such as a transaction of a bank statement.
  break_key text not null check (length(break_key) between 1 and 200),
  kind text not null check (kind in ('missing_in_ledger', 'missing_outside', 'amount_differs',
    'duplicate', 'late')),
  -- A currency or a token.
  asset text not null check (length(asset) between 3 and 10),
  -- What each side says, positive if the program received it; null if it says nothing.
  ledger_minor bigint,
  outside_minor bigint,
  -- What the system knows about it, such as that a review is open.
  reason text check (length(reason) between 1 and 40),
  -- The lines of both sides, as a list of {ref, asset, amountMinor, at}.
  ledger_lines jsonb not null,
  outside_lines jsonb not null,
  -- The time of its earliest line. A run that covers it and does not find it closes it.
  occurred_at timestamptz not null,
  state text not null check (state in ('open', 'explained', 'resolved')),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  last_run_id uuid not null references reconciliation_run (id),
  assigned_to text check (length(assigned_to) between 1 and 254),
  explanation text check (length(explanation) between 1 and 500),
  explained_by text,
  resolved_at timestamptz,
  unique (source, break_key),
  check (ledger_minor is not null or outside_minor is not null),
  check ((state = 'explained') <= (explanation is not null and explained_by is not null)),
  check ((state = 'resolved') = (resolved_at is not null))
);
create index reconciliation_break_unresolved on reconciliation_break (source, occurred_at)
  where state <> 'resolved';
create index reconciliation_break_listed on reconciliation_break (state, id);
grant select, insert, update on reconciliation_break to tessera_app;

-- What happened to a break. Rows never change.
create table reconciliation_event (
  break_id uuid not null references reconciliation_break (id),
  n integer not null check (n > 0),
  event text not null check (event in ('found', 'found_again', 'changed', 'assigned',
    'unassigned', 'explained', 'closed')),
  -- The operator; null for a run.
  actor text,
  note text check (length(note) between 1 and 500),
  at timestamptz not null,
  primary key (break_id, n)
);
grant select, insert on reconciliation_event to tessera_app;

-- The program's reserves: what was read outside, and what the ledger says, asset by asset and hour
-- by hour.
create table reserve_reading (
  asset text not null check (length(asset) between 3 and 10),
  taken_at timestamptz not null,
  -- What the program holds, in minor units or hundredths; null if a place could not be read.
  held_minor bigint,
  -- What the ledger says is held at the places that it has accounts for, and what they hold.
  booked_minor bigint not null,
  held_booked_minor bigint,
  -- What is owed to customers.
  owed_minor bigint not null,
  -- The open position of exchanges between currencies.
  position_minor bigint not null,
  -- US dollars for one unit, times 10^8; null if there was no rate.
  dollars_scaled bigint check (dollars_scaled > 0),
  -- When everything was last known, which is `taken_at` unless a place could not be read.
  known_at timestamptz,
  -- The places, as a list of {place, kind, heldMinor, at, fault}.
  places jsonb not null,
  primary key (asset, taken_at),
  check (held_minor is null or held_booked_minor is not null),
  check (held_minor is null or known_at = taken_at)
);
grant select, insert on reserve_reading to tessera_app;
