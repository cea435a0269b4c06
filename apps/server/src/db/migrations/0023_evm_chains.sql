-- Deposits that the server itself finds on EVM chains.

-- Addresses for deposits, derived from the program's extended public key. The path of an address is
-- <cell>/<path_index> below the key's account. The sequence never returns an index twice, not even
-- after a transaction that was rolled back, so no two deposits share an address.
create sequence evm_path_index as integer minvalue 0 start 0 no cycle;
grant usage on sequence evm_path_index to tessera_app;

create table evm_address (
  deposit_id uuid primary key,
  -- The deposit's network. The address is valid, and watched, on every other chain, too.
  network text not null check (network in ('ERC20', 'BEP20')),
  -- Which extended public key the address was derived from: a digest of the key.
  wallet text not null check (length(wallet) between 1 and 100),
  cell integer not null check (cell > 0),
  path_index integer not null check (path_index >= 0),
  address text not null unique,
  created_at timestamptz not null,
  unique (wallet, cell, path_index)
);
grant select, insert on evm_address to tessera_app;

-- Each chain that is watched, and how far it has been read.
create table evm_chain (
  chain_id bigint primary key check (chain_id > 0),
  network text not null unique check (network in ('ERC20', 'BEP20')),
  -- The newest block whose transfers are stored. Confirmations count from it.
  scanned_to bigint not null check (scanned_to >= 0),
  -- The newest block that a source named, which may be ahead of what was read.
  head bigint not null check (head >= 0),
  -- The newest blocks that the chain calls safe and finalized; null if they are not read.
  safe_to bigint,
  finalized_to bigint,
  -- Increases with every change, so that of two servers that read the same blocks one stores them.
  revision bigint not null default 0,
  -- When scanned_to last increased.
  advanced_at timestamptz not null,
  -- Why nothing is read any more until an operator resumes it; null while the chain is read.
  halted text check (halted in ('reorganized_too_deeply')),
  -- Why the last attempt to read the chain failed; null if it succeeded.
  fault text check (length(fault) between 1 and 40),
  -- Until when one server alone reads the chain, by the database's clock.
  leased_by uuid,
  leased_until timestamptz
);
grant select, insert, update on evm_chain to tessera_app;

-- The newest blocks that were read. If the chain has another block at one of these heights, it was
-- reorganized.
create table evm_block (
  chain_id bigint not null references evm_chain (chain_id),
  number bigint not null check (number >= 0),
  hash text not null check (hash ~ '^0x[0-9a-f]{64}$'),
  primary key (chain_id, number)
);
grant select, insert, delete on evm_block to tessera_app;

-- Transfers of the chain's token to our addresses. A transaction that is mined again in another
-- block is another row; the former one is retracted.
create table evm_transfer (
  id bigint generated always as identity primary key,
  chain_id bigint not null references evm_chain (chain_id),
  network text not null check (network in ('ERC20', 'BEP20')),
  contract text not null,
  block_number bigint not null check (block_number >= 0),
  block_hash text not null check (block_hash ~ '^0x[0-9a-f]{64}$'),
  transaction_hash text not null check (transaction_hash ~ '^0x[0-9a-f]{64}$'),
  -- The log's index within its block, which changes if the transaction is mined again.
  log_index integer not null check (log_index >= 0),
  -- The transfer's place among the transaction's transfers of the token, which does not.
  place integer not null check (place >= 0),
  address text not null,
  sender text not null,
  -- The exact amount, in the token's own smallest unit, and rounded down to hundredths.
  amount_raw numeric(78, 0) not null check (amount_raw > 0),
  amount_minor bigint not null check (amount_minor >= 0),
  confirmations_required integer not null check (confirmations_required between 1 and 100000),
  -- The block that the chain must also call safe or finalized.
  tag_required text check (tag_required in ('safe', 'finalized')),
  needs_second boolean not null,
  seen_at timestamptz not null,
  -- When a source, or two, confirmed the transfer by its receipt after its confirmations.
  verified_at timestamptz,
  acknowledged_at timestamptz,
  -- When its block turned out to have left the chain, and when the deposit learned of it.
  retracted_at timestamptz,
  retraction_settled_at timestamptz,
  check (retraction_settled_at is null or retracted_at is not null)
);
create unique index evm_transfer_on_chain
  on evm_transfer (chain_id, transaction_hash, place) where retracted_at is null;
create unique index evm_transfer_log
  on evm_transfer (chain_id, block_hash, log_index) where retracted_at is null;
create index evm_transfer_open on evm_transfer (id)
  where acknowledged_at is null and retracted_at is null;
create index evm_transfer_retracted on evm_transfer (id)
  where retracted_at is not null and retraction_settled_at is null;
create index evm_transfer_block on evm_transfer (chain_id, block_number);
grant select, insert, update on evm_transfer to tessera_app;

-- How often something happened on a chain that operators should know of, such as a refused answer.
create table evm_count (
  chain_id bigint not null,
  what text not null check (what ~ '^[a-z_]{1,40}$'),
  n bigint not null check (n > 0),
  last_at timestamptz not null,
  primary key (chain_id, what)
);
grant select, insert, update on evm_count to tessera_app;

-- Payments that left the chain again.
alter table deposit_payment add column retracted_at timestamptz;
-- What the provider required for this payment's amount; null if only the deposit says it.
alter table deposit_payment add column confirmations_required integer
  check (confirmations_required between 1 and 100000);

create table deposit_retraction (
  id uuid primary key,
  payment_id uuid not null references deposit_payment (id),
  retracted_at timestamptz not null,
  -- The movement that had credited the payment, and the one that took the credit back; both null
  -- if the payment had not been credited.
  credit_movement_id uuid unique,
  reversal_movement_id uuid unique,
  check ((credit_movement_id is null) = (reversal_movement_id is null))
);
create index deposit_retraction_payment on deposit_retraction (payment_id);
grant select, insert on deposit_retraction to tessera_app;

-- Customers who owe because a credited payment left the chain after they had spent it. Only says
-- where to look: what is owed is the balance of the customer's receivable.
create table deposit_debt (
  customer_id uuid not null,
  currency text not null check (currency in ('USD', 'CNY', 'EUR')),
  primary key (customer_id, currency)
);
-- A repayment locks the row, which needs the right to update it.
grant select, insert, update, delete on deposit_debt to tessera_app;

-- The simulated chain can be reorganized, too.
alter table sandbox_chain_transfer add column retracted_at timestamptz;
alter table sandbox_chain_transfer add column retraction_settled_at timestamptz;
