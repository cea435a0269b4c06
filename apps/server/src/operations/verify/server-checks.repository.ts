import type { VerifyCheck } from "@tessera/ledger";

/** An invariant with a count of the rows that it covers. */
export interface CountedCheck extends VerifyCheck {
  /** An SQL statement that counts the rows covered by the check. */
  readonly rowsSql: string;
}

const CURRENT = `(
  select m.id, m.customer_id, m.card_id, m.kind, m.parent_id,
    coalesce(s.status, m.status) as status, coalesce(s.amount, m.amount) as amount
  from ledger.movement m left join ledger.movement_state s on s.movement_id = m.id
  where m.parent_id is null
)`;

function spentAgainst(period: "day" | "month"): CountedCheck {
  return {
    name: `a card's ${period} counters equal what it spent`,
    rowsSql: `select count(*) from ledger.counter c join card on card.id = c.subject
      where c.time_window like '${period}:%'`,
    sql: `select card.id as card, coalesce(c.amount, 0) as counted, coalesce(m.amount, 0) as spent,
        coalesce(r.carried_${period}_minor, 0) as carried
      from card
      left join (select subject, sum(amount) as amount from ledger.counter
        where time_window like '${period}:%' group by subject) c on c.subject = card.id
      left join (select card_id, sum(-amount) as amount from ${CURRENT} m
        where kind in ('purchase', 'force_post') and status in ('processing', 'completed')
        group by card_id) m on m.card_id = card.id
      -- The initial counters of a replacement card include what the old card had spent.
      left join card_replacement r on r.card_id = card.id
      where coalesce(c.amount, 0)
        <> coalesce(m.amount, 0) + coalesce(r.carried_${period}_minor, 0)`,
  };
}

/** The server's invariants, in addition to those of the ledger. */
export const SERVER_CHECKS: readonly CountedCheck[] = [
  {
    name: "every charge matches its quote",
    rowsSql: "select count(*) from card_quote q join ledger.movement m on m.id = q.id",
    sql: `select q.id as quote, q.operation, q.amount_minor, q.fee_minor, m.kind, m.amount, m.fee,
        t.total as moved
      from card_quote q join ledger.movement m on m.id = q.id
      left join lateral (select sum(amount) as total from ledger.transfer
        where movement_id = m.id) t on true
      where m.customer_id <> q.customer_id or m.card_id is distinct from q.card_id
        or m.currency <> q.currency or m.fee <> q.fee_minor
        or m.kind <> 'card_' || q.operation
        or m.amount <> case q.operation when 'deposit' then 1 else -1 end * q.amount_minor
        or t.total is distinct from q.amount_minor + q.fee_minor`,
  },
  {
    name: "every load and unload has a quote",
    rowsSql: `select count(*) from ledger.movement
      where kind in ('card_deposit', 'card_withdraw') and parent_id is null`,
    sql: `select m.id as movement, m.kind from ledger.movement m
      left join card_quote q on q.id = m.id
      where m.kind in ('card_deposit', 'card_withdraw') and m.parent_id is null and q.id is null`,
  },
  {
    name: "every quote has the fee of its schedule",
    rowsSql: "select count(*) from card_quote",
    sql: `select id as quote, amount_minor, fee_basis_points, fee_minor from card_quote
      where fee_minor <> (amount_minor * fee_basis_points + 9999) / 10000`,
  },
  {
    name: "every final payment was credited once, in full",
    rowsSql: "select count(*) from deposit_payment",
    sql: `select p.id as payment, p.transaction_hash, p.credit_minor, t.total as moved
      from deposit_payment p
      join deposit d on d.id = p.deposit_id
      left join ledger.movement m on m.id = p.credit_movement_id
      left join lateral (select sum(x.amount) as total, count(*) as legs,
          bool_and(a.kind = 'account' and a.customer_id = p.customer_id
            and a.currency = d.currency) as own
        from ledger.transfer x join ledger.account a on a.id = x.credit_account
        where x.movement_id = p.credit_movement_id) t on true
      where p.customer_id <> d.customer_id
        or p.credit_minor <> greatest(div((p.amount_minor + p.carried_minor
          - p.recovery_cost_minor)::numeric * p.rate_scaled, 100000000), 1)
        or (p.credited_at is not null and (m.id is null or m.parent_id <> p.movement_id
          or t.legs <> 1 or t.total <> p.credit_minor or not t.own))`,
  },
  {
    name: "every chain credit belongs to a payment",
    rowsSql: `select count(*) from ledger.transfer t
      join ledger.account a on a.id = t.debit_account where a.kind = 'chain_clearing'`,
    // Servers of an earlier release took a credit from chain_clearing in the account's currency.
    sql: `select t.movement_id as movement, t.amount from ledger.transfer t
      join ledger.account a on a.id = t.debit_account
      join ledger.account c on c.id = t.credit_account
      left join deposit_payment p on p.credit_movement_id = t.movement_id
      left join deposit_retraction r on r.credit_movement_id = t.movement_id
      left join asset_booking b on b.id = t.movement_id
      left join asset_booking o on o.for_movement_id = t.movement_id and o.kind = 'opening'
      where (a.kind = 'chain_clearing' or (a.kind = 'fx_position' and c.kind = 'account'
          and not exists (select from ledger.movement m
            where m.id = t.movement_id and m.kind = 'exchange')))
        and p.id is null and r.id is null and b.id is null and o.id is null`,
  },
  {
    name: "every retracted credit was taken back in full",
    rowsSql: "select count(*) from deposit_retraction where credit_movement_id is not null",
    sql: `select r.id as retraction, credit.total as credited, reversal.total as taken
      from deposit_retraction r
      left join lateral (select sum(x.amount) as total from ledger.transfer x
        join ledger.account a on a.id = x.debit_account
        where x.movement_id = r.credit_movement_id
          and a.kind in ('chain_clearing', 'fx_position')) credit on true
      left join lateral (select sum(x.amount) as total from ledger.transfer x
        join ledger.account a on a.id = x.credit_account
        where x.movement_id = r.reversal_movement_id
          and a.kind in ('chain_clearing', 'fx_position')) reversal on true
      where r.credit_movement_id is not null
        and (credit.total is null or credit.total is distinct from reversal.total)`,
  },
  {
    name: "every deposit matches its movement",
    rowsSql: "select count(*) from deposit",
    sql: `select d.id as deposit, d.status, m.status as listed, m.amount, p.credit_minor
      from deposit d
      left join ${CURRENT} m on m.id = d.movement_id
      left join deposit_payment p on p.movement_id = d.movement_id
      where m.id is null or m.customer_id <> d.customer_id or m.kind <> 'deposit'
        or m.status <> case when p.held = 'reviewing' then 'reviewing'
          when p.held = 'returned' then 'rejected' when d.status = 'pending' then 'processing'
          else d.status end
        or m.amount <> coalesce(p.credit_minor, d.credit_minor)
        or (d.status = 'completed') <> (p.credited_at is not null)
        or (d.seen_at is not null) <> (p.id is not null)`,
  },
  {
    name: "every card has its own accounts, of its customer and currency",
    rowsSql: "select count(*) from card",
    sql: `select card.id as card from card
      left join ledger.account own on own.id = card.card_account
      left join ledger.account funding on funding.id = card.funding_account
      left join ledger.account owed on owed.id = card.receivable_account
      where own.kind is distinct from 'card' or funding.kind is distinct from 'account'
        or owed.kind is distinct from 'receivable'
        or own.customer_id <> card.customer_id or funding.customer_id <> card.customer_id
        or owed.customer_id <> card.customer_id or own.currency <> card.currency
        or funding.currency <> card.currency or owed.currency <> card.currency`,
  },
  {
    name: "a frozen, closing or closed card's account takes no debits",
    rowsSql: "select count(*) from card where status <> 'active'",
    sql: `select card.id as card, card.status, b.status as account_status
      from card join ledger.balance b on b.account_id = card.card_account
      where (card.status in ('frozen', 'closing') and b.status = 1)
        or (card.status = 'closed') <> (b.status = 4)`,
  },
  spentAgainst("day"),
  spentAgainst("month"),
];
