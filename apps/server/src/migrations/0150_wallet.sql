-- Exchange rates as each source gave them, EUR-based, times 10^8. The newest of a source is in
-- force; older ones stay, because deposits were priced with them.
create table rate_sheet (
  provider text not null check (length(provider) between 1 and 40),
  rated_at timestamptz not null,
  source text not null check (length(source) between 1 and 120),
  usd_per_euro bigint not null check (usd_per_euro > 0),
  cny_per_euro bigint not null check (cny_per_euro > 0),
  fetched_at timestamptz not null,
  primary key (provider, rated_at)
);

-- When a source was last asked, and whether it answered.
create table rate_source (
  provider text primary key,
  asked_at timestamptz not null,
  failed_at timestamptz
);

-- An intent to deposit: an address, what is expected there, and the account to credit.
create table deposit (
  id uuid primary key,
  customer_id uuid not null,
  client_key text not null check (length(client_key) between 1 and 300),
  -- One of the five places for deposits that wait for their payment; null once one is seen or
  -- none is waited for any more.
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
  -- The listed movement that stands for it.
  movement_id uuid not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  seen_at timestamptz,
  closed_at timestamptz,
  unique (customer_id, client_key),
  unique (customer_id, slot),
  unique (network, address),
  check (slot is null or (status = 'pending' and seen_at is null))
);
create index deposit_due on deposit (expires_at) where slot is not null;

-- A transfer that arrived at a deposit's address. Its chain names it for ever, so it can be
-- credited once and no more.
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
  -- What a reader should know of it: underpaid, overpaid, late, cancelled, extra.
  notes text[] not null,
  confirmations integer not null check (confirmations >= 0),
  -- The listed movement that shows it: the deposit's, or its own where it came on top.
  movement_id uuid not null unique,
  -- The step that moved the money; null until the transfer is final.
  credit_movement_id uuid unique,
  seen_at timestamptz not null,
  credited_at timestamptz,
  unique (network, transaction_hash, log_index),
  check ((credit_movement_id is null) = (credited_at is null))
);
create index deposit_payment_deposit on deposit_payment (deposit_id);
create index deposit_payment_uncredited on deposit_payment (seen_at) where credited_at is null;

-- What each customer held at a moment; taken anew when it is five minutes old.
create table asset_snapshot (
  customer_id uuid primary key,
  taken_at timestamptz not null,
  holdings jsonb not null
);

-- The simulated chain: transfers, how many blocks are on top of them, and whether the wallet has
-- acknowledged them.
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

grant select, insert, update on rate_sheet, rate_source, deposit, deposit_payment, asset_snapshot,
  sandbox_chain_transfer to tessera_app;
