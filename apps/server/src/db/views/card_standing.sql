-- A card with its balances, read in one snapshot without summing its history. Uses outer joins, so
-- that a query can skip the tables whose columns it does not select.
drop view if exists card_standing;
create view card_standing as
select
  card.id, card.customer_id, card.segment_id,
  card.card_account, card.funding_account, card.receivable_account,
  card.nickname, card.network, card.type, card.currency, card.last4,
  card.expiry_month, card.expiry_year, card.status,
  card.per_transaction_limit_minor, card.daily_limit_minor, card.monthly_limit_minor,
  card.billing_address, card.created_at,
  own.posted as posted_minor,
  own.held as held_minor,
  -- 1 open, 2 debits blocked (a freeze or a closure), 3 blocked (by an operator), 4 closed
  own.status as account_status,
  customer.suspended_at is not null as suspended,
  funding.posted as funding_posted_minor,
  funding.posted - funding.held as funding_available_minor,
  greatest(-receivable.posted, 0) as owed_minor,
  customer.risk_revision,
  card.usage, card.locked_merchant_key, card.locked_merchant_name, card.schedule,
  card.predecessors,
  -- Null if there are none, which is nearly always the case.
  case when card.status in ('frozen', 'closing') then (
    select jsonb_agg(jsonb_build_object(
      'layer', one.layer, 'reason', one.reason, 'since', one.starts_at
    ) order by one.starts_at, one.layer)
    from card_freeze one where one.card_id = card.id
  ) end as freezes,
  card.revision,
  card.tags, card.tag_keys,
  card.own_per_transaction_limit_minor, card.own_daily_limit_minor, card.own_monthly_limit_minor,
  card.blocks_foreign, card.draw_daily_minor, card.keep_alive_daily_minor,
  -- Null unless the card draws on its customer's account, so that no other card reads these rows.
  case when card.draw_daily_minor is not null or card.keep_alive_daily_minor is not null then (
    select jsonb_build_object(
      -- Zero if only the merchants to keep paid may be paid from the account.
      'dailyMinor', coalesce(card.draw_daily_minor, 0)::text,
      'feeBasisPoints', coalesce(card.draw_fee_basis_points, card.keep_alive_fee_basis_points),
      'merchants', card.draw_merchants,
      'keepAlive', case when card.keep_alive_daily_minor is not null then jsonb_build_object(
        'dailyMinor', card.keep_alive_daily_minor::text,
        'feeBasisPoints', card.keep_alive_fee_basis_points,
        'merchants', card.keep_alive_merchants
      ) end,
      'productFeeBasisPoints', (
        select deposit_basis_points from card_segment where id = card.segment_id
      ),
      'availableMinor', (account.posted - account.held)::text,
      'isStopped', account.status <> 1
        or exists (
          select from security_hold stop
          where stop.customer_id = card.customer_id and stop.lifted_at is null)
        or exists (
          select from account_closing closing
          where closing.customer_id = card.customer_id and closing.cancelled_at is null)
    )
    from ledger.balance account where account.account_id = card.funding_account
  ) end as draw,
  card.mandate_id,
  -- Null for all cards but those that were issued for a purchase mandate.
  case when card.mandate_id is not null then (
    select jsonb_build_object(
      'id', mandate.id,
      'merchantKey', mandate.merchant_key,
      'ceilingMinor', mandate.ceiling_minor::text,
      'until', mandate.until)
    from purchase_mandate mandate where mandate.id = card.mandate_id
  ) end as mandate
from card
left join ledger.balance own on own.account_id = card.card_account
left join ledger.balance funding on funding.account_id = card.funding_account
left join ledger.balance receivable on receivable.account_id = card.receivable_account
left join customer on customer.id = card.customer_id;

grant select on card_standing to tessera_app;

comment on view card_standing is
  'A card with its balances, in one snapshot and without summing up its history.';
