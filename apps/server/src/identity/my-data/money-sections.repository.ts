import type { Section } from "./archive-section.ts";

/** The customer's money: accounts, movements, deposits and withdrawals. */
export const MONEY_SECTIONS: readonly Section[] = [
  {
    name: "accounts",
    tables: ["ledger.account", "ledger.balance"],
    sql: `select a.kind, a.currency, a.created_at, b.posted as posted_minor, b.held as held_minor
      from ledger.account a join ledger.balance b on b.account_id = a.id
      where a.customer_id = $1::uuid order by a.id`,
  },
  {
    name: "movements",
    tables: ["ledger.movement", "ledger.movement_state"],
    sql: `select m.id, m.card_id, m.parent_id, m.kind, m.status, m.currency,
        m.amount as amount_minor, m.fee as fee_minor,
        movement_title(m.kind, m.title, m.data) as title, m.data -> 'merchant' as merchant,
        m.event_at, m.changed_at
      from ledger.movement_view m where m.customer_id = $1::uuid order by m.event_at, m.id`,
  },
  {
    name: "movement_changes",
    tables: ["ledger.movement_history"],
    sql: `select h.movement_id, h.n, h.status, m.currency, h.amount as amount_minor,
        h.fee as fee_minor, h.created_at
      from ledger.movement m join ledger.movement_history h on h.movement_id = m.id
      where m.customer_id = $1::uuid order by h.movement_id, h.n`,
  },
  {
    name: "holds",
    tables: ["ledger.hold"],
    sql: `select h.id, h.movement_id, h.state, a.currency, h.amount as amount_minor,
        h.captured as captured_minor, h.remaining as remaining_minor, h.created_at, h.expires_at
      from ledger.hold h join ledger.account a on a.id = h.account_id
      where h.customer_id = $1::uuid order by h.created_at, h.id`,
  },
  {
    name: "card_quotes",
    tables: ["card_quote"],
    sql: `select q.id, q.card_id, q.operation, q.currency, q.amount_minor, q.fee_minor,
        q.created_at, q.expires_at
      from card_quote q where q.customer_id = $1::uuid order by q.created_at, q.id`,
  },
  {
    name: "deposits",
    tables: ["deposit"],
    sql: `select d.id, d.asset, d.network, d.address, d.currency, d.credit_minor,
        (d.amount_minor::numeric / 100)::numeric(30, 2)::text as asset_amount,
        (d.rate_scaled::numeric / 100000000)::numeric(30, 8)::text as rate, d.rate_source,
        d.status, d.movement_id, d.created_at, d.expires_at, d.seen_at, d.closed_at
      from deposit d where d.customer_id = $1::uuid order by d.created_at, d.id`,
  },
  {
    name: "deposit_payments",
    tables: ["deposit_payment"],
    sql: `select y.id, y.deposit_id, y.network, y.transaction_hash, y.sender, d.currency,
        y.credit_minor,
        coalesce(y.asset, d.asset) as asset, y.expected_network, y.confirmations,
        (y.amount_minor::numeric / 100)::numeric(30, 2)::text as asset_amount,
        (y.recovery_cost_minor::numeric / 100)::numeric(30, 2)::text as recovery_cost, y.notes,
        y.held, y.credit_movement_id, y.seen_at, y.credited_at, y.retracted_at
      from deposit_payment y join deposit d on d.id = y.deposit_id
      where y.customer_id = $1::uuid order by y.seen_at, y.id`,
  },
  {
    name: "deposit_retractions",
    tables: ["deposit_retraction"],
    sql: `select r.id, r.payment_id, r.retracted_at, r.credit_movement_id, r.reversal_movement_id
      from deposit_retraction r join deposit_payment y on y.id = r.payment_id
      where y.customer_id = $1::uuid order by r.retracted_at, r.id`,
  },
  {
    name: "address_book",
    tables: ["payout_address"],
    sql: `select a.id, a.label, a.network, a.address, a.created_at, a.usable_at, a.removed_at
      from payout_address a where a.customer_id = $1::uuid order by a.created_at, a.id`,
  },
  {
    name: "withdrawal_quotes",
    tables: ["withdrawal_quote"],
    sql: `select q.id, q.address_id, q.asset, q.network, q.address, q.currency, q.amount_minor,
        q.fee_minor, q.network_fee_minor, q.total_minor,
        (q.rate_scaled::numeric / 100000000)::numeric(30, 8)::text as rate, q.rate_source,
        (q.receive_minor::numeric / 100)::numeric(30, 2)::text as receive_asset_amount,
        q.created_at, q.expires_at
      from withdrawal_quote q where q.customer_id = $1::uuid order by q.created_at, q.id`,
  },
  {
    name: "withdrawals",
    tables: ["withdrawal", "withdrawal_appeal", "payout_instruction"],
    sql: `select w.id, w.state, q.network, q.address, q.currency, q.total_minor,
        (q.receive_minor::numeric / 100)::numeric(30, 2)::text as receive_asset_amount,
        w.factor as proven_by, w.review_reasons, w.confirmations, w.transaction_hash,
        w.cancel_until, w.created_at, w.state_at, i.sent_at, a.appealed_at, w.ended_at
      from withdrawal w join withdrawal_quote q on q.id = w.id
      left join withdrawal_appeal a on a.withdrawal_id = w.id
      left join payout_instruction i on i.withdrawal_id = w.id
      where w.customer_id = $1::uuid order by w.created_at, w.id`,
  },
  {
    name: "withdrawal_steps",
    tables: ["withdrawal_step"],
    sql: `select s.withdrawal_id, s.n, s.state, s.at
      from withdrawal_step s join withdrawal w on w.id = s.withdrawal_id
      where w.customer_id = $1::uuid order by s.withdrawal_id, s.n`,
  },
  {
    name: "exchange_quotes",
    tables: ["exchange_quote"],
    sql: `select q.id, q.sold_currency, q.bought_currency, q.fixed_side,
        (q.sold_minor::numeric / 100)::numeric(30, 2)::text as sold_amount,
        (q.bought_minor::numeric / 100)::numeric(30, 2)::text as bought_amount,
        (q.mid_scaled::numeric / 100000000)::numeric(30, 8)::text as mid_rate,
        (q.rate_scaled::numeric / 100000000)::numeric(30, 8)::text as rate,
        q.spread_basis_points, q.rate_source, q.rated_at, q.created_at, q.expires_at
      from exchange_quote q where q.customer_id = $1::uuid order by q.created_at, q.id`,
  },
  {
    name: "exchanges",
    tables: ["currency_exchange"],
    sql: `select x.id, x.id as sold_movement_id, q.bought_movement_id, x.created_at
      from currency_exchange x join exchange_quote q on q.id = x.id
      where x.customer_id = $1::uuid order by x.created_at, x.id`,
  },
  {
    name: "corrections",
    tables: ["correction"],
    sql: `select c.id, c.card_id, c.currency, c.direction, c.amount_minor, c.reason, c.reference,
        c.status, c.decision_note, c.movement_id, c.proposed_at, c.decided_at
      from correction c where c.customer_id = $1::uuid order by c.proposed_at, c.id`,
  },
  {
    name: "account_stops",
    tables: ["account_stop"],
    sql: `select s.id, a.kind, a.currency, s.check_name, s.stopped_at, s.lifted_at, s.note
      from account_stop s join ledger.account a on a.id = s.account_id
      where s.customer_id = $1::uuid order by s.stopped_at, s.id`,
  },
  {
    name: "unmatched_messages",
    tables: ["network_unmatched"],
    sql: `select u.id, u.kind, u.card_id, u.currency, u.amount_minor, u.merchant, u.state, u.reason,
        u.received_at, u.settled_at
      from network_unmatched u where u.customer_id = $1::uuid order by u.received_at, u.id`,
  },
  {
    name: "bank_references",
    tables: ["bank_reference"],
    sql: `select r.reference, r.currency, r.created_at
      from bank_reference r where r.customer_id = $1::uuid order by r.created_at, r.reference`,
  },
  {
    // A transfer that an operator only proposes to assign may be somebody else's.
    name: "bank_transfers",
    tables: ["bank_entry"],
    sql: `select e.id, e.movement_id, e.state, e.currency, e.amount_minor, e.is_credit, e.booked_on,
        e.valued_on, e.end_to_end_id, e.remittance, e.party_name, e.party_account, e.changed_at
      from bank_entry e where e.customer_id = $1::uuid
        and e.state in ('credited', 'reversed', 'reversal') order by e.id`,
  },
  {
    name: "asset_history",
    tables: ["asset_snapshot"],
    sql: `select s.taken_at, s.holdings from asset_snapshot s
      where s.customer_id = $1::uuid order by s.taken_at`,
  },
  {
    name: "statements",
    tables: ["reconciliation_export"],
    sql: `select e.id, e.question, e.status, e.created_at, e.finished_at, e.expires_at
      from reconciliation_export e where e.customer_id = $1::uuid order by e.created_at, e.id`,
  },
];
