-- Counts the changes of what a card's owner sets, so that two editors do not overwrite each other.
ALTER TABLE card ADD COLUMN revision integer NOT NULL DEFAULT 1 CHECK (revision > 0);
GRANT UPDATE (revision) ON card TO tessera_app;

CREATE OR REPLACE VIEW card_standing AS
SELECT
  card.id, card.customer_id, card.segment_id,
  card.card_account, card.funding_account, card.receivable_account,
  card.nickname, card.network, card.type, card.currency, card.last4,
  card.expiry_month, card.expiry_year, card.status,
  card.per_transaction_limit_minor, card.daily_limit_minor, card.monthly_limit_minor,
  card.billing_address, card.created_at,
  own.posted AS posted_minor,
  own.held AS held_minor,
  -- 1 open, 2 debits blocked (a freeze or a closing), 3 blocked (by an operator), 4 closed
  own.status AS account_status,
  customer.suspended_at IS NOT NULL AS suspended,
  funding.posted AS funding_posted_minor,
  funding.posted - funding.held AS funding_available_minor,
  greatest(-receivable.posted, 0) AS owed_minor,
  customer.risk_revision,
  card.usage, card.locked_merchant_key, card.locked_merchant_name, card.schedule,
  card.predecessors,
  -- Null where there is none, which is nearly always.
  CASE WHEN card.status IN ('frozen', 'closing') THEN (
    SELECT jsonb_agg(jsonb_build_object(
      'layer', one.layer, 'reason', one.reason, 'since', one.starts_at
    ) ORDER BY one.starts_at, one.layer)
    FROM card_freeze one WHERE one.card_id = card.id
  ) END AS freezes,
  card.revision
FROM card
LEFT JOIN ledger.balance own ON own.account_id = card.card_account
LEFT JOIN ledger.balance funding ON funding.account_id = card.funding_account
LEFT JOIN ledger.balance receivable ON receivable.account_id = card.receivable_account
LEFT JOIN customer ON customer.id = card.customer_id;
