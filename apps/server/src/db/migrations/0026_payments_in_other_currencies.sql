-- Whether a card's owner has blocked payments in other currencies. Until now every card declined
-- them, so the cards that exist stay blocked until their owner allows them, and so does a card that
-- a server of the previous release issues during a rollout. New cards allow them.
alter table card add column blocks_foreign boolean not null default true;
grant update (blocks_foreign) on card to tessera_app;

-- The markup on purchases that Tessera converts. Null for fees published before it existed: one
-- percent applies to them. The column stays nullable, because a server of the previous release may
-- publish fees during a rollout.
alter table fee_schedule add column foreign_markup_basis_points integer
  check (foreign_markup_basis_points between 0 and 10000);

-- Units per euro of the currencies that have no column of their own: {"JPY": "18121000000"}, times
-- 10^8. Null for a sheet stored by an earlier release.
alter table rate_sheet add column others_per_euro jsonb
  check (jsonb_typeof(others_per_euro) = 'object');

-- The merchant's amount in another currency: {"amountMinor": "8000", "currency": "JPY"}. The column
-- amount_minor is then this amount in the card's currency, as converted when the message arrived.
alter table network_unmatched add column merchant_amount jsonb
  check (jsonb_typeof(merchant_amount) = 'object');
