import type { Section } from "./archive-section.ts";

/** The customer's cards and rules. Contains only the last four digits of each PAN. */
export const CARD_SECTIONS: readonly Section[] = [
  {
    name: "cards",
    tables: ["card"],
    sql: `select c.id, c.nickname, c.network, c.type, c.currency, c.last4, c.expiry_month,
        c.expiry_year, c.status, c.usage, c.locked_merchant_name, c.schedule, c.billing_address,
        c.per_transaction_limit_minor, c.daily_limit_minor, c.monthly_limit_minor, c.tags,
        c.own_per_transaction_limit_minor, c.own_daily_limit_minor, c.own_monthly_limit_minor,
        c.blocks_foreign, c.draw_daily_minor, c.draw_fee_basis_points, c.draw_merchants,
        c.keep_alive_daily_minor, c.keep_alive_fee_basis_points, c.keep_alive_merchants,
        c.created_at, c.frozen_at, c.closed_at
      from card c where c.customer_id = $1::uuid order by c.created_at, c.id`,
  },
  {
    name: "card_applications",
    tables: ["card_application"],
    sql: `select a.id, a.card_id, a.nickname, a.status, a.usage, a.billing_address, a.created_at
      from card_application a where a.customer_id = $1::uuid order by a.created_at, a.id`,
  },
  {
    name: "card_replacements",
    tables: ["card_replacement"],
    sql: `select r.replaced_card_id, r.card_id, r.reason, r.created_at from card_replacement r
      where r.customer_id = $1::uuid order by r.created_at, r.id`,
  },
  {
    name: "card_freezes",
    tables: ["card_freeze"],
    sql: `select f.card_id, f.layer, f.reason, f.starts_at from card_freeze f
      join card c on c.id = f.card_id
      where c.customer_id = $1::uuid order by f.starts_at, f.card_id, f.layer`,
  },
  {
    name: "freezes_of_all_cards",
    tables: ["card_freeze_all"],
    sql: `select f.id, f.card_ids, f.frozen_at, f.undone_at, f.unfrozen_cards, f.dismissed_at
      from card_freeze_all f where f.customer_id = $1::uuid order by f.frozen_at, f.id`,
  },
  {
    name: "card_closings",
    tables: ["card_closing"],
    sql: `select f.card_id, f.asked_at, f.when_settled from card_closing f
      where f.customer_id = $1::uuid order by f.asked_at, f.card_id`,
  },
  {
    name: "wrong_card_details",
    tables: ["card_wrong_try"],
    sql: `select t.movement_id, t.card_id, t.tried_at from card_wrong_try t
      join card c on c.id = t.card_id
      where c.customer_id = $1::uuid order by t.tried_at, t.movement_id`,
  },
  {
    name: "notices_of_refused_merchants",
    tables: ["keep_alive_notice"],
    sql: `select n.card_id, n.day, n.merchant_key, n.decline_code, n.told_at
      from keep_alive_notice n join card c on c.id = n.card_id
      where c.customer_id = $1::uuid order by n.told_at, n.card_id, n.merchant_key, n.decline_code`,
  },
  {
    name: "cards_at_issuer",
    tables: ["issuer_card"],
    sql: `select i.card_id, i.issuer, i.issuer_card_id from issuer_card i
      where i.customer_id = $1::uuid order by i.card_id`,
  },
  {
    name: "holder_at_issuer",
    tables: ["stripe_cardholder"],
    sql: `select s.stripe_cardholder_id, s.asked_at from stripe_cardholder s
      where s.customer_id = $1::uuid`,
  },
  {
    name: "payments_at_issuer",
    tables: ["stripe_authorisation", "stripe_transaction"],
    sql: `select s.id, 'authorization' as kind, s.movement_id, s.created_at
      from stripe_authorisation s join ledger.movement m on m.id = s.movement_id
      where m.customer_id = $1::uuid
      union all
      select t.id, 'transaction', t.movement_id, t.chosen_at
      from stripe_transaction t join ledger.movement m on m.id = t.movement_id
      where m.customer_id = $1::uuid order by 4, 1`,
  },
  {
    name: "rules",
    tables: ["risk_strategy", "risk_strategy_version"],
    sql: `select s.id, s.status, v.version, v.version = s.version as is_current, v.name, v.rule,
        v.created_at
      from risk_strategy s join risk_strategy_version v on v.strategy_id = s.id
      where s.customer_id = $1::uuid order by s.id, v.version`,
  },
  {
    name: "rule_changes",
    tables: ["risk_strategy_change"],
    sql: `select c.strategy_id, c.version, c.status, c.at from risk_strategy_change c
      join risk_strategy s on s.id = c.strategy_id
      where s.customer_id = $1::uuid order by c.at, c.id`,
  },
  {
    name: "rule_hits",
    tables: ["risk_hit"],
    sql: `select h.id, h.strategy_id, h.version, h.movement_id, h.card_id, h.action, h.shadow,
        h.currency, h.amount_minor, h.merchant, h.at
      from risk_hit h where h.customer_id = $1::uuid order by h.at, h.id`,
  },
  {
    name: "program_rule_hits",
    tables: ["programme_rule_hit"],
    sql: `select h.id, h.rule_id, h.version, h.subject, h.movement_id, h.card_id, h.shadow,
        h.currency, h.amount_minor, h.merchant, h.at
      from programme_rule_hit h where h.customer_id = $1::uuid order by h.at, h.id`,
  },
  {
    name: "allowances",
    tables: ["risk_grant"],
    sql: `select g.id, g.card_id, g.kind, g.strategies, g.merchant_name, g.currency, g.amount_minor,
        g.extra_count, g.movement_id, g.created_at, g.expires_at, g.revoked_at
      from risk_grant g where g.customer_id = $1::uuid order by g.created_at, g.id`,
  },
  {
    name: "held_payments",
    tables: ["payment_review"],
    sql: `select r.id, r.card_id, r.movement_id, r.strategy_name, r.currency, r.amount_minor,
        r.merchant, r.status, r.created_at, r.expires_at, r.decided_at
      from payment_review r where r.customer_id = $1::uuid order by r.created_at, r.id`,
  },
  {
    name: "purchase_mandates",
    tables: ["purchase_mandate"],
    sql: `select m.id, m.key_id, m.key_name, m.merchant_name, m.currency, m.ceiling_minor, m.until,
        m.purpose, m.hidden_characters, m.revision, m.status, m.card_id, m.opening_fee_minor,
        m.load_fee_minor, m.created_at, m.changed_at, m.decided_at, m.ended_at
      from purchase_mandate m where m.customer_id = $1::uuid order by m.created_at, m.id`,
  },
  {
    name: "auto_top_ups",
    tables: ["auto_top_up"],
    sql: `select a.id, a.card_id, a.trigger_kind, a.below_minor, a.day, a.hour, a.hours_before,
        a.amount_kind, a.amount_minor, a.monthly_cap_minor, a.fee_basis_points, a.ends_on,
        a.paused_by_fee, a.created_at, a.ended_at
      from auto_top_up a where a.customer_id = $1::uuid order by a.created_at, a.id`,
  },
  {
    name: "auto_top_up_runs",
    tables: ["auto_top_up_run"],
    sql: `select r.id, r.auto_top_up_id, r.card_id, r.merchant, r.charge_minor, r.outcome, r.reason,
        r.movement_id, r.amount_minor, r.fee_minor, r.created_at, r.ended_at
      from auto_top_up_run r where r.customer_id = $1::uuid order by r.created_at, r.id`,
  },
];
