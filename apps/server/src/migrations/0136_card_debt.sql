-- Which cards owe, so that it is collected as soon as there is money. How much is for the
-- receivable account to say; an index on that balance would cost every posting.
CREATE TABLE card_debt (
  card_id uuid PRIMARY KEY REFERENCES card (id)
);
INSERT INTO card_debt (card_id)
SELECT card.id FROM card JOIN ledger.balance owed ON owed.account_id = card.receivable_account
WHERE owed.posted < 0;
GRANT SELECT, INSERT, DELETE ON card_debt TO tessera_app;
