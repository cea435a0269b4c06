-- Payouts that the server sends on EVM chains itself. A process apart signs them.

-- The hot wallet on each chain. Its nonces are given out by one server at a time.
create table evm_wallet (
  chain_id bigint not null check (chain_id > 0),
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  network text not null check (network in ('ERC20', 'BEP20')),
  -- The nonce of the next payout.
  next_nonce bigint not null check (next_nonce >= 0),
  leased_by uuid,
  leased_until timestamptz,
  -- What the wallet held when it was last read: the token, and the chain's own coin for fees.
  token_raw numeric(78, 0) check (token_raw >= 0),
  coin_wei numeric(78, 0) check (coin_wei >= 0),
  read_at timestamptz,
  -- Why payouts wait; null if none does for a reason of the wallet.
  fault text check (length(fault) between 1 and 40),
  primary key (chain_id, address)
);
grant select, insert, update on evm_wallet to tessera_app;

create table evm_payout (
  -- The id of the withdrawal.
  id uuid primary key,
  chain_id bigint not null check (chain_id > 0),
  wallet text not null check (wallet ~ '^0x[0-9a-f]{40}$'),
  network text not null check (network in ('ERC20', 'BEP20')),
  token text not null check (token ~ '^0x[0-9a-f]{40}$'),
  -- With its checksum (EIP-55), until its owner is erased.
  destination text not null,
  amount_minor bigint not null check (amount_minor > 0),
  amount_raw numeric(78, 0) not null check (amount_raw > 0),
  approved_at timestamptz not null,
  received_at timestamptz not null,
  state text not null
    check (state in ('waiting', 'assigned', 'signed', 'completed', 'failed', 'declined')),
  nonce bigint check (nonce >= 0),
  -- Why it waits, or how it ended.
  reason text check (length(reason) between 1 and 40),
  -- The transaction that decided the outcome.
  transaction_hash text check (transaction_hash ~ '^0x[0-9a-f]{64}$'),
  confirmations integer not null default 0 check (confirmations >= 0),
  ended_at timestamptz,
  check ((nonce is null) = (state in ('waiting', 'declined'))),
  check ((ended_at is null) = (state in ('waiting', 'assigned', 'signed'))),
  check (state <> 'completed' or transaction_hash is not null)
);
-- A nonce belongs to one payout, so that no payout's transaction replaces another payout's.
create unique index evm_payout_nonce on evm_payout (chain_id, wallet, nonce)
  where nonce is not null;
create index evm_payout_open on evm_payout (chain_id, wallet, received_at) where ended_at is null;
grant select, insert, update on evm_payout to tessera_app;

-- A payout's transaction, and those that replace it with higher fees. All have the payout's nonce,
-- so that at most one is ever executed. A row is written before the signer is asked.
create table evm_payout_transaction (
  payout_id uuid not null references evm_payout (id),
  attempt integer not null check (attempt > 0),
  gas_limit bigint not null check (gas_limit > 0),
  max_fee_per_gas numeric(78, 0) not null check (max_fee_per_gas > 0),
  max_priority_fee_per_gas numeric(78, 0) not null check (max_priority_fee_per_gas >= 0),
  requested_at timestamptz not null,
  -- The signed transaction; null until the signer has answered.
  hash text unique check (hash ~ '^0x[0-9a-f]{64}$'),
  serialized text check (serialized ~ '^0x02[0-9a-f]+$'),
  signed_at timestamptz,
  primary key (payout_id, attempt),
  check ((hash is null) = (serialized is null) and (hash is null) = (signed_at is null)),
  check (max_priority_fee_per_gas <= max_fee_per_gas)
);
grant select, insert, update, delete on evm_payout_transaction to tessera_app;
