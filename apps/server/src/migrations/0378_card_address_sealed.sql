-- A card that has its holder's address stores no copy of it: that lies among the sealed facts only.
ALTER TABLE card ADD CONSTRAINT card_holder_address_sealed CHECK (
  billing_address ->> 'assignment' <> 'holder' OR billing_address = '{"assignment": "holder"}'
);

-- The addresses that orders at Stripe had are still in the rows after DROP COLUMN. A column that is
-- computed again has the table written again, without them.
ALTER TABLE stripe_order
  ALTER COLUMN created_at TYPE timestamptz USING created_at + interval '0';
