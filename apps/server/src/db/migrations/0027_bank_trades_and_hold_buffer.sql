-- How much more than its price is held for a purchase that Tessera converts. Null for fees
-- published before it was one of their terms: three percent applies to them. The column stays
-- nullable, because a server of the previous release may publish fees during a rollout.
alter table fee_schedule add column foreign_hold_buffer_basis_points integer
  check (foreign_hold_buffer_basis_points between 0 and 10000);

-- Trades with a bank that offset an open position, which one administrator proposes and another
-- approves.
alter table proposal drop constraint proposal_kind_check;
-- expand: permits every row that the former constraint permits
alter table proposal add constraint proposal_kind_check check (kind in ('operator_invite',
  'operator_role', 'operator_suspend', 'operator_resume', 'operator_remove', 'settings',
  'bank_trade'));

-- Recorded trades. The id is that of the movement in the sold currency. Written in one transaction
-- with both movements, and never changed.
create table bank_trade (
  id uuid primary key,
  -- The movement in the bought currency.
  bought_movement_id uuid not null unique check (bought_movement_id <> id),
  -- What the program gave to the bank, and what it got.
  sold_currency text not null check (sold_currency in ('USD', 'CNY', 'EUR')),
  sold_minor bigint not null check (sold_minor > 0),
  bought_currency text not null check (bought_currency in ('USD', 'CNY', 'EUR')),
  bought_minor bigint not null check (bought_minor > 0),
  -- What the bank calls the trade. A trade is recorded once.
  bank_reference text not null unique check (char_length(bank_reference) between 1 and 80),
  proposal_id uuid not null unique references proposal,
  created_at timestamptz not null,
  check (sold_currency <> bought_currency)
);
grant select, insert on bank_trade to tessera_app;
