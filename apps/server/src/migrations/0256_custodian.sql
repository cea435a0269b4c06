-- What a custodian's feed said of transfers to our addresses, and how far each feed was read. Both
-- are written in one transaction.
create table custodian_feed (
  feed text primary key,
  cursor text not null check (length(cursor) between 1 and 200),
  read_at timestamptz not null
);
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

grant select, insert, update on custodian_feed, custodian_transfer to tessera_app;
