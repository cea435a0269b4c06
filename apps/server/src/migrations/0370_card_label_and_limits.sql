-- What a card's owner calls it, and how much the owner lets it spend.
ALTER TABLE card
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
  -- Each tag as it is compared: without case, in Unicode's compatibility form.
  ADD COLUMN tag_keys text[] NOT NULL DEFAULT '{}',
  -- Null where the owner sets none. The segment's limits hold beside them, so the lower one counts.
  ADD COLUMN own_per_transaction_limit_minor bigint CHECK (own_per_transaction_limit_minor > 0),
  ADD COLUMN own_daily_limit_minor bigint CHECK (own_daily_limit_minor > 0),
  ADD COLUMN own_monthly_limit_minor bigint CHECK (own_monthly_limit_minor > 0),
  ADD CHECK (cardinality(tags) <= 8 AND cardinality(tag_keys) = cardinality(tags));
GRANT UPDATE (
  nickname, tags, tag_keys,
  own_per_transaction_limit_minor, own_daily_limit_minor, own_monthly_limit_minor
) ON card TO tessera_app;

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
  card.revision,
  card.tags, card.tag_keys,
  card.own_per_transaction_limit_minor, card.own_daily_limit_minor, card.own_monthly_limit_minor
FROM card
LEFT JOIN ledger.balance own ON own.account_id = card.card_account
LEFT JOIN ledger.balance funding ON funding.account_id = card.funding_account
LEFT JOIN ledger.balance receivable ON receivable.account_id = card.receivable_account
LEFT JOIN customer ON customer.id = card.customer_id;
