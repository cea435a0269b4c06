-- An opening fee for each currency that cards are opened in. Versions that were published before
-- keep what they charged: the same number of minor units, whichever the currency (null here). A
-- database without customers has charged nothing yet and begins with fees of about the same worth.
DO $$
BEGIN
  IF EXISTS (SELECT FROM customer) THEN
    ALTER TABLE fee_schedule
      ADD COLUMN card_opening_fee_cny_minor bigint
        CHECK (card_opening_fee_cny_minor BETWEEN 0 AND 1000000),
      ADD COLUMN card_opening_fee_eur_minor bigint
        CHECK (card_opening_fee_eur_minor BETWEEN 0 AND 1000000);
  ELSE
    ALTER TABLE fee_schedule
      ADD COLUMN card_opening_fee_cny_minor bigint DEFAULT 1070
        CHECK (card_opening_fee_cny_minor BETWEEN 0 AND 1000000),
      ADD COLUMN card_opening_fee_eur_minor bigint DEFAULT 130
        CHECK (card_opening_fee_eur_minor BETWEEN 0 AND 1000000);
    ALTER TABLE fee_schedule
      ALTER COLUMN card_opening_fee_cny_minor DROP DEFAULT,
      ALTER COLUMN card_opening_fee_eur_minor DROP DEFAULT;
  END IF;
END
$$;
