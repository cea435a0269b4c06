-- Books of assets: what the program holds of each token on each chain.

-- The exact amount of a payment, in the token's smallest unit. Null for payments that were recorded
-- by servers of an earlier release.
alter table deposit_payment add column amount_raw numeric(78, 0) check (amount_raw > 0);
alter table deposit_payment add column token_decimals smallint
  check (token_decimals between 2 and 36);
-- What earlier payments left below a hundredth, and is credited with this one, in hundredths.
alter table deposit_payment add column carried_minor bigint not null default 0
  check (carried_minor >= 0);

-- The amount as the custodian wrote it, with all decimals. Null for those of an earlier release.
alter table custodian_transfer add column amount_exact numeric(38, 18) check (amount_exact > 0);

-- What the network's payout costs the program, in hundredths of the asset. Null in quotes of an
-- earlier release.
alter table withdrawal_quote add column network_cost_minor bigint check (network_cost_minor >= 0);

-- One row for each movement of an asset. Never changes.
create table asset_booking (
  -- The movement in the asset.
  id uuid primary key,
  kind text not null check (kind in ('deposit', 'reversal', 'payout', 'opening')),
  -- The movement in a currency that it belongs to: a customer's credit, reversal or payout, or one
  -- of the program for an opening.
  for_movement_id uuid not null unique check (for_movement_id <> id),
  asset text not null check (asset ~ '^[A-Z0-9]{2,10}$'),
  network text not null check (network ~ '^[A-Z0-9]{3,10}$'),
  -- By how much each of the asset's accounts changed for the program, in millionths.
  chain_micro bigint not null,
  dust_micro bigint not null,
  fees_micro bigint not null,
  -- What customers sold to the program in the asset, in millionths; negative if they bought it.
  sold_micro bigint not null,
  currency text not null check (currency in ('USD', 'CNY', 'EUR')),
  -- What customers bought from the program with it, in minor units; negative if they sold it.
  bought_minor bigint not null,
  created_at timestamptz not null,
  check (chain_micro = sold_micro + dust_micro + fees_micro)
);
create index asset_booking_asset on asset_booking (asset, network);
grant select, insert on asset_booking to tessera_app;

-- What customers' payments left below a hundredth of a token, for their next payment.
create table asset_dust (
  customer_id uuid not null,
  asset text not null check (asset ~ '^[A-Z0-9]{2,10}$'),
  network text not null check (network ~ '^[A-Z0-9]{3,10}$'),
  -- In millionths. Below zero if a payment was taken back whose remainder was credited.
  micro bigint not null,
  primary key (customer_id, asset, network)
);
grant select, insert, update on asset_dust to tessera_app;
