-- Why the last answer of a source is not in force, and the rates that wait for a second sheet:
-- {"ratedAt": "...", "values": ["..."]} with the values times 10^8.
alter table rate_source
  add column fault text check (fault in ('invalid', 'future', 'jump')),
  add column held_back jsonb,
  add check ((fault is not distinct from 'jump') = (held_back is not null));

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

-- What a quote's rate is made of, as its reader was shown it. Rows from before have no spread, and
-- nobody recorded their source.
alter table deposit
  add column rate_source text,
  add column spread_basis_points integer not null default 0
    check (spread_basis_points between 0 and 9999);
alter table withdrawal_quote
  add column rate_source text,
  add column spread_basis_points integer not null default 0
    check (spread_basis_points between 0 and 9999);

-- Whether a payment came too late for its agreed rate while there was no other: people decide then
-- what it is worth.
alter table deposit_payment add column unpriced boolean not null default false;
