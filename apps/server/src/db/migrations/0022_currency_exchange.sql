-- Exchanges between a customer's own accounts in different currencies.

-- Quotes, which can be redeemed for a minute. The id is also that of the exchange and of the
-- movement that takes the sold amount, so a quote is redeemed at most once.
create table exchange_quote (
  id uuid primary key,
  customer_id uuid not null,
  -- The movement that credits the bought amount.
  bought_movement_id uuid not null unique check (bought_movement_id <> id),
  -- The side that the customer fixed; the other one follows from the rate.
  fixed_side text not null check (fixed_side in ('sell', 'buy')),
  sold_currency text not null check (sold_currency in ('USD', 'CNY', 'EUR')),
  sold_minor bigint not null check (sold_minor > 0),
  bought_currency text not null check (bought_currency in ('USD', 'CNY', 'EUR')),
  bought_minor bigint not null check (bought_minor > 0),
  -- The source's rates: units of each currency per euro, times 10^8.
  sold_per_euro bigint not null check (sold_per_euro > 0),
  bought_per_euro bigint not null check (bought_per_euro > 0),
  -- Units of the bought currency per unit of the sold one, times 10^8: in the middle, and with the
  -- spread.
  mid_scaled bigint not null check (mid_scaled > 0),
  rate_scaled bigint not null check (rate_scaled > 0),
  spread_basis_points integer not null check (spread_basis_points between 0 and 9999),
  rate_source text not null check (length(rate_source) between 1 and 120),
  rated_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  unique (id, customer_id),
  check (sold_currency <> bought_currency),
  check (rate_scaled <= mid_scaled)
);
grant select, insert on exchange_quote to tessera_app;

-- Exchanges that took place. Written in one transaction with both movements, and never changed.
create table currency_exchange (
  id uuid primary key,
  customer_id uuid not null,
  client_key text not null check (length(client_key) between 1 and 300),
  created_at timestamptz not null,
  unique (customer_id, client_key),
  foreign key (id, customer_id) references exchange_quote (id, customer_id)
);
grant select, insert on currency_exchange to tessera_app;

-- What the program takes on an exchange, for each day begun since the rate was published, and the
-- most that its open position in one currency may be worth, in US cents.
alter table programme_setting
  add column if not exists exchange_spread_basis_points integer not null default 50
    check (exchange_spread_basis_points between 10 and 500),
  add column if not exists exchange_position_limit_minor bigint not null default 25000000
    check (exchange_position_limit_minor >= 0);
