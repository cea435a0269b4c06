-- Merchants that a card's owner wants kept paid: their payments may draw on the account under a
-- ceiling of their own. The most in a day, fees included; null for a card without such merchants,
-- as every card of the previous release.
alter table card add column keep_alive_daily_minor bigint check (keep_alive_daily_minor > 0);
-- The fee that the owner agreed to, in basis points of what is drawn.
alter table card add column keep_alive_fee_basis_points integer
  check (keep_alive_fee_basis_points between 0 and 10000);
alter table card add column keep_alive_merchants text[]
  check (cardinality(keep_alive_merchants) between 1 and 20);
grant update (keep_alive_daily_minor, keep_alive_fee_basis_points, keep_alive_merchants) on card
  to tessera_app;

-- The refused payments of these merchants that an owner was sent an email about, so that a merchant
-- that keeps trying does not cause one each time.
create table keep_alive_notice (
  card_id uuid not null references card (id),
  -- In the program's time zone.
  day text not null check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  merchant_key text not null check (length(merchant_key) between 1 and 600),
  decline_code text not null check (length(decline_code) between 1 and 100),
  told_at timestamptz not null,
  primary key (card_id, day, merchant_key, decline_code)
);
create index keep_alive_notice_age on keep_alive_notice (told_at);
grant select, insert, delete on keep_alive_notice to tessera_app;
