-- A card with what its accounts hold, as one snapshot and without a sum over history. Outer joins,
-- so that a reader of some columns pays for those alone.
CREATE VIEW card_standing AS
SELECT
  card.id, card.customer_id, card.segment_id,
  card.card_account, card.funding_account, card.receivable_account,
  card.nickname, card.network, card.type, card.currency, card.last4,
  card.expiry_month, card.expiry_year, card.status,
  card.per_transaction_limit_minor, card.daily_limit_minor, card.monthly_limit_minor,
  card.billing_address, card.created_at,
  own.posted AS posted_minor,
  own.held AS held_minor,
  -- 1 open, 2 debits blocked (a freeze), 3 blocked (by an operator), 4 closed
  own.status AS account_status,
  customer.suspended_at IS NOT NULL AS suspended,
  funding.posted AS funding_posted_minor,
  funding.posted - funding.held AS funding_available_minor,
  greatest(-receivable.posted, 0) AS owed_minor
FROM card
LEFT JOIN ledger.balance own ON own.account_id = card.card_account
LEFT JOIN ledger.balance funding ON funding.account_id = card.funding_account
LEFT JOIN ledger.balance receivable ON receivable.account_id = card.receivable_account
LEFT JOIN customer ON customer.id = card.customer_id;

GRANT SELECT ON card_standing TO tessera_app;
