create schema ledger;
grant usage on schema ledger to tessera_app;

-- Accounts. Ids below 1000 are internal accounts: currency * 100 + kind, created below.
create table ledger.account (
  id bigint primary key,
  customer_id uuid,
  kind text not null check (kind in ('account', 'card', 'receivable', 'fees',
    'network_settlement', 'chain_clearing', 'bank_clearing', 'fx_position', 'suspense')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null default now(),
  check ((id < 1000) = (customer_id is null)),
  check ((kind in ('account', 'card', 'receivable')) = (customer_id is not null)),
  unique (id, currency)
);
create index account_customer on ledger.account (customer_id) where customer_id is not null;
create sequence ledger.account_id start 1000;
grant select on ledger.account to tessera_app;

insert into ledger.account (id, kind, currency)
select c.n * 100 + k.n, k.kind, c.currency
from unnest(array['USD', 'CNY', 'EUR']) with ordinality c(currency, n),
  unnest(array['fees', 'network_settlement', 'chain_clearing', 'bank_clearing', 'fx_position',
    'suspense']) with ordinality k(kind, n);

-- Balances of customers' accounts. Internal accounts have none: a row that every movement locks
-- would serialize all of them. Rows are narrow and pages half full, so that an update stays on its
-- page. A receivable is not constrained: it may be negative.
create table ledger.balance (
  account_id bigint primary key check (account_id >= 1000),
  customer_id uuid not null,
  posted bigint not null default 0,
  held bigint not null default 0,
  -- Increases by one with each transfer, in the order of the account's statement.
  version bigint not null default 0,
  currency text not null,
  -- 1 open, 2 debits blocked, 3 blocked, 4 closed.
  status smallint not null default 1 check (status between 1 and 4),
  constrained boolean not null,
  constraint balance_funded check (not constrained or (posted >= 0 and posted - held >= 0)),
  constraint balance_held check (held >= 0 and (constrained or held = 0)),
  constraint balance_closed check (status <> 4 or (posted = 0 and held = 0)),
  foreign key (account_id, currency) references ledger.account (id, currency)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 2);
grant select on ledger.balance to tessera_app;

-- Balances of internal accounts at the end of the last sealed block.
create table ledger.rollup (
  account_id bigint primary key check (account_id < 1000),
  posted bigint not null
);
grant select on ledger.rollup to tessera_app;
