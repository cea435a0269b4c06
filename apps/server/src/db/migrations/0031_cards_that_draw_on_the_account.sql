-- What a card may draw on its customer's account if its own balance does not suffice: the most in a
-- day, fees included; null for a card that draws nothing, as every card of the previous release.
alter table card add column draw_daily_minor bigint check (draw_daily_minor > 0);
-- The fee that the owner agreed to, in basis points of what is drawn.
alter table card add column draw_fee_basis_points integer
  check (draw_fee_basis_points between 0 and 10000);
-- The only merchants that may be paid from the account; null for every merchant.
alter table card add column draw_merchants text[]
  check (cardinality(draw_merchants) between 1 and 20);
grant update (draw_daily_minor, draw_fee_basis_points, draw_merchants) on card to tessera_app;
