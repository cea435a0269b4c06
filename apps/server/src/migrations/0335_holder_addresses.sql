-- A cardholder's address is stored sealed, with the other facts of the holder. A card says only
-- that it has the holder's address, and an order at Stripe needs none.
update card set billing_address = '{"assignment": "holder"}'
  where billing_address ->> 'assignment' = 'holder';
alter table stripe_order drop column billing_address;
