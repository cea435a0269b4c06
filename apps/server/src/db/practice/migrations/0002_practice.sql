-- Tables that only a practice database has, next to those of a real one.

-- Practice is free of charge, and its cards never run out.
insert into fee_schedule (
  version, effective_from, card_opening_fee_minor, card_opening_fee_currency,
  card_deposit_basis_points, withdrawal_basis_points
) values (1000000, '2020-01-02T00:00:00Z', 0, 'USD', 0, 0);
update card_segment set stock = 2000000000;

-- Practice sessions: a customer and a card of this database, with a clock of their own.
-- owner_id: the customer in the real database. rules: the rule sets that were copied, by both ids.
-- playing_until: until when the step in progress may take.
create table practice_session (
  id uuid primary key,
  owner_id uuid not null,
  customer_id uuid not null references customer (id),
  card_id uuid not null references card (id),
  currency text not null,
  with_drafts boolean not null,
  rules jsonb not null,
  started_at timestamptz not null,
  clock_at timestamptz not null check (clock_at >= started_at),
  played integer not null default 0,
  playing_until timestamptz not null default '-infinity',
  ended_at timestamptz
);
create unique index practice_session_current on practice_session (owner_id)
  where ended_at is null;
grant select, insert on practice_session to tessera_app;
grant update (clock_at, played, playing_until, ended_at) on practice_session to tessera_app;

-- Steps played, in order. scenario, take and step are null for a move of the clock. outcome is the
-- answer given; the effects are in the ledger.
create table practice_play (
  session_id uuid not null references practice_session (id),
  number integer not null check (number > 0),
  scenario text,
  take integer check (take > 0),
  step integer check (step > 0),
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  outcome jsonb not null,
  primary key (session_id, number),
  check ((scenario is null) = (take is null) and (scenario is null) = (step is null))
);
grant select, insert on practice_play to tessera_app;
