-- Exchange rates of each source, EUR-based, times 10^8. A source's newest sheet is in force; older
-- sheets are kept, because deposits were priced with them.
create table rate_sheet (
  provider text not null check (length(provider) between 1 and 40),
  rated_at timestamptz not null,
  source text not null check (length(source) between 1 and 120),
  usd_per_euro bigint not null check (usd_per_euro > 0),
  cny_per_euro bigint not null check (cny_per_euro > 0),
  fetched_at timestamptz not null,
  primary key (provider, rated_at)
);
grant select, insert, update on rate_sheet to tessera_app;

-- When a source was last queried, and whether it answered.
create table rate_source (
  provider text primary key,
  asked_at timestamptz not null,
  failed_at timestamptz,
  -- Why the source's last answer is not in force, and the rates that wait for a second sheet to
  -- confirm them: {"ratedAt": "...", "values": ["..."]}, values times 10^8.
  fault text check (fault in ('invalid', 'future', 'older', 'jump')),
  held_back jsonb,
  check (case when held_back is null then fault is distinct from 'jump'
    else coalesce(fault in ('jump', 'older'), false) end)
);
grant select, insert, update on rate_source to tessera_app;

-- The price of USDT in US dollars, times 10^8. Quotes keep the price that they were made with, so
-- one row of each source is enough.
create table usdt_rate (
  provider text primary key check (length(provider) between 1 and 40),
  rated_at timestamptz not null,
  source text not null check (length(source) between 1 and 120),
  dollars_scaled bigint not null check (dollars_scaled > 0),
  fetched_at timestamptz not null
);
grant select, insert, update on usdt_rate to tessera_app;

-- Deposits: an address on a chain, the amount expected there, and the account to credit.
create table deposit (
  id uuid primary key,
  customer_id uuid not null,
  client_key text not null check (length(client_key) between 1 and 300),
  -- A customer has at most five deposits that wait for a payment. Null once a payment was seen or
  -- the wait is over.
  slot smallint check (slot between 1 and 5),
  asset text not null check (asset in ('USDT')),
  network text not null check (network in ('TRC20', 'ERC20', 'BEP20')),
  address text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency in ('USD', 'CNY', 'EUR')),
  -- Units of the account's currency for one USDT, times 10^8, at the rates of `rated_at`.
  rate_scaled bigint not null check (rate_scaled > 0),
  rated_at timestamptz not null,
  credit_minor bigint not null check (credit_minor > 0),
  status text not null check (status in ('pending', 'completed', 'expired', 'cancelled')),
  -- The movement that lists show for it.
  movement_id uuid not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  seen_at timestamptz,
  closed_at timestamptz,
  -- As the provider required when the deposit was created.
  confirmations_required integer not null
    check (confirmations_required between 1 and 100000),
  -- The parts of rate_scaled as the quote showed them; null where the source is unknown.
  rate_source text,
  spread_basis_points integer not null default 0
    check (spread_basis_points between 0 and 9999),
  -- The provider account that owns the address. Another account does not know it.
  chain_account text check (length(chain_account) between 1 and 500),
  unique (customer_id, client_key),
  unique (customer_id, slot),
  unique (network, address),
  check (slot is null or (status = 'pending' and seen_at is null))
);
create index deposit_due on deposit (expires_at) where slot is not null;
grant select, insert, update on deposit to tessera_app;

-- Transfers to a deposit's address. The chain identifies each uniquely, so it is credited at most
-- once.
create table deposit_payment (
  id uuid primary key,
  deposit_id uuid not null references deposit (id),
  customer_id uuid not null,
  network text not null,
  transaction_hash text not null check (length(transaction_hash) between 1 and 100),
  log_index integer not null check (log_index >= 0),
  amount_minor bigint not null check (amount_minor > 0),
  rate_scaled bigint not null check (rate_scaled > 0),
  credit_minor bigint not null check (credit_minor > 0),
  -- Any of underpaid, overpaid, late, canceled, extra.
  notes text[] not null,
  confirmations integer not null check (confirmations >= 0),
  -- The movement that lists show for it: the deposit's, or its own for an extra payment.
  movement_id uuid not null unique,
  -- The step that moved the money; null until the transfer is final.
  credit_movement_id uuid unique,
  seen_at timestamptz not null,
  credited_at timestamptz,
  -- Under review, or returned to its sender after one.
  held text check (held in ('reviewing', 'returned')),
  -- Arrived after its agreed rate expired while no other rate was in force; a review prices it.
  unpriced boolean not null default false,
  unique (network, transaction_hash, log_index),
  check ((credit_movement_id is null) = (credited_at is null)),
  check (held is null or credited_at is null)
);
create index deposit_payment_deposit on deposit_payment (deposit_id);
create index deposit_payment_uncredited on deposit_payment (seen_at) where credited_at is null;
grant select, insert, update on deposit_payment to tessera_app;

-- How far each custodian feed was read. Written in one transaction with the transfers read.
create table custodian_feed (
  feed text primary key,
  cursor text not null check (length(cursor) between 1 and 200),
  read_at timestamptz not null
);
grant select, insert, update on custodian_feed to tessera_app;

create table custodian_transfer (
  id bigint generated always as identity primary key,
  network text not null check (network in ('TRC20', 'ERC20', 'BEP20')),
  transaction_hash text not null check (length(transaction_hash) between 1 and 100),
  log_index integer not null check (log_index >= 0),
  address text not null,
  amount_minor bigint not null check (amount_minor > 0),
  confirmations integer not null check (confirmations >= 0),
  acknowledged_at timestamptz,
  unique (network, transaction_hash, log_index)
);
create index custodian_transfer_open on custodian_transfer (id) where acknowledged_at is null;
grant select, insert, update on custodian_transfer to tessera_app;

-- The simulated chain's transfers, with their confirmations and whether they were acknowledged.
create table sandbox_chain_transfer (
  id uuid primary key,
  network text not null,
  transaction_hash text not null,
  log_index integer not null,
  address text not null,
  amount_minor bigint not null check (amount_minor > 0),
  confirmations integer not null default 0,
  acknowledged_at timestamptz,
  unique (network, transaction_hash, log_index)
);
create index sandbox_chain_open on sandbox_chain_transfer (id) where acknowledged_at is null;
grant select, insert, update on sandbox_chain_transfer to tessera_app;

-- Customers' payout addresses. A removed address is kept for its past withdrawals.
create table payout_address (
  id uuid primary key,
  customer_id uuid not null,
  client_key text not null check (length(client_key) between 1 and 300),
  label text not null check (char_length(label) between 1 and 40),
  network text not null check (network in ('TRC20', 'ERC20', 'BEP20')),
  address text not null check (length(address) between 20 and 100),
  created_at timestamptz not null,
  -- The end of a new address's cooling period.
  usable_at timestamptz not null check (usable_at >= created_at),
  removed_at timestamptz,
  unique (customer_id, client_key)
);
create unique index payout_address_kept on payout_address (customer_id, network, address)
  where removed_at is null;
grant select, insert, update (label, removed_at) on payout_address to tessera_app;

-- Quotes for withdrawals. The id is also that of the withdrawal, its movement and its hold, so a
-- quote is redeemed at most once.
create table withdrawal_quote (
  id uuid primary key,
  customer_id uuid not null,
  address_id uuid not null references payout_address (id),
  asset text not null check (asset in ('USDT')),
  network text not null check (network in ('TRC20', 'ERC20', 'BEP20')),
  address text not null,
  currency text not null check (currency in ('USD', 'CNY', 'EUR')),
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null check (fee_minor >= 0),
  fee_basis_points integer not null check (fee_basis_points between 0 and 10000),
  fee_schedule_version integer not null references fee_schedule (version),
  network_fee_minor bigint not null check (network_fee_minor >= 0),
  total_minor bigint not null,
  -- Units of the account's currency for one USDT, times 10^8, at the rates of `rated_at`.
  rate_scaled bigint not null check (rate_scaled > 0),
  rated_at timestamptz not null,
  -- What arrives, in hundredths of a USDT.
  receive_minor bigint not null check (receive_minor > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- As the provider required when the quote was created.
  confirmations_required integer not null
    check (confirmations_required between 1 and 100000),
  -- The parts of rate_scaled as the quote showed them; null where the source is unknown.
  rate_source text,
  spread_basis_points integer not null default 0
    check (spread_basis_points between 0 and 9999),
  unique (id, customer_id),
  check (total_minor = amount_minor + fee_minor + network_fee_minor)
);
grant select, insert on withdrawal_quote to tessera_app;

create table withdrawal (
  id uuid primary key,
  customer_id uuid not null,
  client_key text not null check (length(client_key) between 1 and 300),
  state text not null check (state in ('cooling', 'review', 'queued', 'sending', 'confirming',
    'completed', 'cancelled', 'rejected', 'declined', 'failed', 'expired')),
  review_reasons text[] not null,
  needs_two boolean not null,
  -- The day of the program whose limit it counts against, and the amount in US cents.
  limit_day text not null check (limit_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  limit_minor bigint not null check (limit_minor > 0),
  -- The factor of the step-up token that confirmed it.
  factor text not null check (factor in ('password', 'totp', 'recovery', 'passkey')),
  cancel_until timestamptz not null,
  created_at timestamptz not null,
  -- When it entered its state.
  state_at timestamptz not null,
  confirmations integer not null default 0 check (confirmations >= 0),
  transaction_hash text check (length(transaction_hash) between 1 and 100),
  -- A status of the provider that Tessera does not know, for the operators.
  unknown_status text check (length(unknown_status) between 1 and 80),
  -- The movement that returned the money, or the step that paid it out.
  return_movement_id uuid unique,
  payout_movement_id uuid unique,
  ended_at timestamptz,
  unique (customer_id, client_key),
  foreign key (id, customer_id) references withdrawal_quote (id, customer_id),
  check ((ended_at is not null) = (state in
    ('completed', 'cancelled', 'rejected', 'declined', 'failed', 'expired'))),
  check ((payout_movement_id is not null) = (state = 'completed')),
  check ((return_movement_id is not null) = (ended_at is not null and state <> 'completed'))
);
create index withdrawal_of_customer on withdrawal (customer_id, id desc);
create index withdrawal_open on withdrawal (state, id) where ended_at is null;
create index withdrawal_cooling on withdrawal (cancel_until) where state = 'cooling';
grant select, insert, update (state, state_at, confirmations, transaction_hash, unknown_status,
  return_movement_id, payout_movement_id, ended_at, limit_day) on withdrawal to tessera_app;

-- The states of each withdrawal in order. Rows never change.
create table withdrawal_step (
  withdrawal_id uuid not null references withdrawal (id),
  n integer not null check (n > 0),
  state text not null,
  at timestamptz not null,
  primary key (withdrawal_id, n)
);
grant select, insert on withdrawal_step to tessera_app;

-- Appeals of rejected withdrawals, at most one each: the new hold, and the movement that had
-- returned the money.
create table withdrawal_appeal (
  withdrawal_id uuid primary key references withdrawal (id),
  hold_id uuid not null unique,
  former_return_id uuid not null unique,
  appealed_at timestamptz not null
);
grant select, insert on withdrawal_appeal to tessera_app;

-- Mailed “not me” links, by the SHA-256 of their secrets. Each works once.
create table withdrawal_alarm (
  token_hash bytea primary key check (length(token_hash) = 32),
  customer_id uuid not null,
  -- What the mail was about: a withdrawal, or an address that was added.
  about_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index withdrawal_alarm_expires_at on withdrawal_alarm (expires_at);
grant select, insert, update (used_at), delete on withdrawal_alarm to tessera_app;

-- Instructions to the payout provider, written before they are sent: one per withdrawal. sent_at,
-- asked_at and leased_until use the database's clock.
create table payout_instruction (
  withdrawal_id uuid primary key references withdrawal (id),
  network text not null,
  address text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- `ready` to be sent, `sent` at least once, or `settled`.
  state text not null check (state in ('ready', 'sent', 'settled')),
  sends integer not null default 0 check (sends >= 0),
  sent_at timestamptz,
  asked_at timestamptz,
  -- Until when one server alone may call the provider about it.
  leased_until timestamptz,
  created_at timestamptz not null,
  -- The provider account that it was sent to. Another account does not know it.
  payout_account text check (length(payout_account) between 1 and 500),
  check ((sends > 0) = (sent_at is not null))
);
create index payout_instruction_open on payout_instruction (withdrawal_id)
  where state <> 'settled';
grant select, insert, update (state, sends, sent_at, asked_at, leased_until, payout_account) on
  payout_instruction to tessera_app;

-- The payout provider's signed events, each stored once.
create table payout_event (
  id text primary key check (length(id) between 1 and 100),
  payout_id text not null check (length(payout_id) between 1 and 100),
  body_hash bytea not null check (octet_length(body_hash) = 32),
  received_at timestamptz not null,
  settled_at timestamptz
);
create index payout_event_open on payout_event (received_at) where settled_at is null;
grant select, insert, update (settled_at) on payout_event to tessera_app;

-- The simulated payout provider: payouts requested, their planned outcomes, and its undelivered
-- messages.
create table sandbox_payout (
  id uuid primary key,
  network text not null,
  address text not null,
  amount_minor bigint not null check (amount_minor > 0),
  outcome text not null,
  status text not null,
  confirmations integer not null default 0,
  transaction_hash text,
  blocks integer not null default 0,
  -- How often it was requested; it is paid once.
  requests integer not null default 1,
  closed boolean not null default false,
  created_at timestamptz not null
);
create index sandbox_payout_open on sandbox_payout (id) where not closed;
grant select, insert, update on sandbox_payout to tessera_app;

create table sandbox_payout_outcome (
  id uuid primary key,
  outcome text not null,
  used_at timestamptz
);
grant select, insert, update on sandbox_payout_outcome to tessera_app;

create table sandbox_payout_message (
  id uuid primary key,
  payout_id uuid not null references sandbox_payout (id),
  status text not null,
  -- Deliveries still to come.
  deliveries integer not null check (deliveries >= 0)
);
create index sandbox_payout_message_open on sandbox_payout_message (id) where deliveries > 0;
grant select, insert, update on sandbox_payout_message to tessera_app;

-- Accounts that are stopped because a ledger invariant failed for them. A stop is never deleted; it
-- also records who lifted it, when and why.
create table account_stop (
  id uuid primary key,
  account_id bigint not null,
  customer_id uuid not null,
  check_name text not null,
  -- The row that failed the check, as JSON, for operators and the log.
  finding text not null,
  stopped_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by text,
  note text,
  -- When administrators were mailed about it.
  mailed_at timestamptz,
  check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (note is null))
);
create unique index account_stop_open on account_stop (account_id) where lifted_at is null;
grant select, insert, update (lifted_at, lifted_by, note, mailed_at) on account_stop to tessera_app;
