-- Tokens that were moved from deposit addresses to the program's wallets, as the chain shows it.

-- How far each chain has been read for them.
create table evm_sweep_progress (
  chain_id bigint primary key check (chain_id > 0),
  -- The newest final block that was read.
  read_to bigint not null check (read_to >= 0),
  read_at timestamptz not null
);
grant select, insert, update on evm_sweep_progress to tessera_app;

create table evm_sweep (
  chain_id bigint not null check (chain_id > 0),
  transaction_hash text not null check (transaction_hash ~ '^0x[0-9a-f]{64}$'),
  log_index integer not null check (log_index >= 0),
  block_number bigint not null check (block_number >= 0),
  contract text not null check (contract ~ '^0x[0-9a-f]{40}$'),
  -- The deposit address, and the hot or cold wallet.
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  destination text not null check (destination ~ '^0x[0-9a-f]{40}$'),
  amount_raw numeric(78, 0) not null check (amount_raw > 0),
  seen_at timestamptz not null,
  primary key (chain_id, transaction_hash, log_index)
);
create index evm_sweep_address on evm_sweep (address);
grant select, insert on evm_sweep to tessera_app;

-- Metrics count what the signer refused lately.
create index if not exists evm_payout_declined on evm_payout (chain_id, wallet, ended_at)
  where state = 'declined';
