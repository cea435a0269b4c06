-- Deposits on TRON, and who sent a payment.

alter table evm_address drop constraint evm_address_network_check;
-- expand: permits every row that the former constraint permits
alter table evm_address add constraint evm_address_network_check
  check (network in ('ERC20', 'BEP20', 'BASE', 'POLYGON', 'TRC20'));
alter table evm_chain drop constraint evm_chain_network_check;
-- expand: permits every row that the former constraint permits
alter table evm_chain add constraint evm_chain_network_check
  check (network in ('ERC20', 'BEP20', 'BASE', 'POLYGON', 'TRC20'));
alter table evm_transfer drop constraint evm_transfer_network_check;
-- expand: permits every row that the former constraint permits
alter table evm_transfer add constraint evm_transfer_network_check
  check (network in ('ERC20', 'BEP20', 'BASE', 'POLYGON', 'TRC20'));

-- A hash has no 0x on TRON.
alter table evm_transfer drop constraint evm_transfer_transaction_hash_check;
-- expand: permits every row that the former constraint permits
alter table evm_transfer add constraint evm_transfer_transaction_hash_check
  check (transaction_hash ~ '^(0x)?[0-9a-f]{64}$');
-- TRON numbers the logs of each transaction, and not those of a block.
-- expand: permits every row that the former constraint permits
create unique index if not exists evm_transfer_log_of_block
  on evm_transfer (chain_id, block_hash, log_index)
  where retracted_at is null and network <> 'TRC20';
drop index evm_transfer_log;

-- The address from which a payment was sent, in the network's spelling; null if the provider does
-- not report it. This table is locked last, as by servers that record a transfer.
alter table deposit_payment add column sender text check (length(sender) between 1 and 100);

-- When the transfers to an address on TRON are listed next.
create table tron_address (
  address text primary key references evm_address (address),
  due_at timestamptz not null,
  -- The time of the newest transaction that was read, in milliseconds.
  read_to bigint not null default 0 check (read_to >= 0)
);
create index tron_address_due on tron_address (due_at);
grant select, insert, update on tron_address to tessera_app;
