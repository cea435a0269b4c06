-- Holds: money of an account set aside.
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
) with (fillfactor = 80, autovacuum_analyze_scale_factor = 0.4);
-- Rows are found by a whole key, so a small sample is enough; gathering the usual one held up
-- payments.
alter table ledger.hold
  alter column id set statistics 20,
  alter column account_id set statistics 20,
  alter column customer_id set statistics 20,
  alter column movement_id set statistics 20,
  alter column amount set statistics 20,
  alter column captured set statistics 20,
  alter column remaining set statistics 20,
  alter column state set statistics 20,
  alter column expires_at set statistics 20,
  alter column created_at set statistics 20;
create index hold_due on ledger.hold (expires_at) where state = 'open';
grant select on ledger.hold to tessera_app;

-- Steps of a hold: amounts set aside, captured and released. Append-only.
create table ledger.hold_step (
  movement_id uuid not null,
  n smallint not null,
  hold_id uuid not null,
  step text not null check (step in ('hold', 'increase', 'capture', 'release', 'expire')),
  amount bigint not null check (amount > 0),
  remaining_after bigint not null check (remaining_after >= 0),
  primary key (movement_id, n)
) with (autovacuum_analyze_scale_factor = 0.4);
alter table ledger.hold_step
  alter column movement_id set statistics 20,
  alter column n set statistics 20,
  alter column hold_id set statistics 20,
  alter column step set statistics 20,
  alter column amount set statistics 20,
  alter column remaining_after set statistics 20;
grant select on ledger.hold_step to tessera_app;

-- Counters of velocity limits: what was used of a subject (such as a card) in a window (such as a
-- month).
create table ledger.counter (
  id bigint generated always as identity,
  subject uuid not null,
  time_window text not null check (length(time_window) between 1 and 40),
  amount bigint not null default 0 check (amount >= 0),
  count bigint not null default 0 check (count >= 0),
  primary key (subject, time_window)
) with (fillfactor = 50, autovacuum_analyze_scale_factor = 2);
grant select on ledger.counter to tessera_app;
