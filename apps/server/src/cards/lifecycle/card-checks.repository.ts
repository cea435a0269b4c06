import type { VerifyCheck } from "@tessera/ledger";

/**
 * Invariants for cards, in addition to the ledger's invariants. Each query returns the rows that
 * violate an invariant.
 */
export const CARD_CHECKS: readonly VerifyCheck[] = [
  {
    name: "every charge is what its quote said",
    sql: `select m.id, m.amount, m.fee, q.amount_minor, q.fee_minor
      from ledger.movement m join card_quote q on q.id = m.id
      where abs(m.amount) <> q.amount_minor or m.fee <> q.fee_minor
        or m.currency <> q.currency or m.customer_id <> q.customer_id or m.card_id <> q.card_id
        or m.kind <> 'card_' || q.operation
        or (select sum(t.amount) from ledger.transfer t where t.movement_id = m.id)
          <> q.amount_minor + q.fee_minor
      order by m.id`,
  },
  {
    name: "every opening fee is what its application said",
    sql: `select a.id, a.opening_fee_minor, m.amount
      from card_application a left join ledger.movement m on m.id = a.id
      where a.status = 'completed' and (m.id is null or m.amount <> -a.opening_fee_minor)
      order by a.id`,
  },
  {
    name: "an open card's history adds up to what it holds and owes",
    sql: `select c.id, c.posted_minor, c.owed_minor, h.total
      from card_standing c
      left join (
        select card_id, sum(amount) as total from (
          select card_id, amount from ledger.movement_view
          where parent_id is null and status = 'completed' and kind <> 'card_opening'
          union all
          -- The part of a purchase that has been cleared while the rest is still on hold.
          select step.card_id, step.amount
          from ledger.movement_state purchase
          join ledger.movement step on step.parent_id = purchase.movement_id
          where purchase.kind = 'purchase' and purchase.status = 'processing'
            and step.kind = 'clearing'
          union all
          -- What clearings took from the account instead of the card.
          select card_id, (data -> 'drawn' ->> 'amountMinor')::bigint from ledger.movement
          where kind = 'clearing' and data ? 'drawn'
        ) moved
        group by card_id
      ) h on h.card_id = c.id
      where c.status <> 'closed' and c.posted_minor - c.owed_minor <> coalesce(h.total, 0)
      order by c.id`,
  },
  {
    name: "a clearing takes from the account what it says it drew, with the fee",
    sql: `select m.id, m.data -> 'drawn' as drawn, taken.amount
      from ledger.movement m
      left join (
        select t.movement_id, sum(t.amount) as amount from ledger.transfer t
        join ledger.account a on a.id = t.debit_account and a.kind = 'account'
        where t.hold_id is not null
        group by t.movement_id
      ) taken on taken.movement_id = m.id
      where m.kind = 'clearing' and coalesce(taken.amount, 0)
        <> coalesce((m.data -> 'drawn' ->> 'amountMinor')::bigint, 0)
          + coalesce((m.data -> 'drawn' ->> 'feeMinor')::bigint, 0)
      order by m.id`,
  },
  {
    name: "a card's account takes what the card's status says",
    sql: `select id, status, account_status from card_standing
      where case status when 'active' then account_status not in (1, 3)
        when 'frozen' then account_status not in (2, 3)
        when 'closing' then account_status not in (2, 3) else account_status <> 4 end
      order by id`,
  },
  {
    name: "a card is frozen exactly while somebody keeps it so",
    sql: `select card.id, card.status, frozen.layers
      from card left join (
        select card_id, array_agg(layer order by layer) as layers from card_freeze group by card_id
      ) frozen on frozen.card_id = card.id
      where card.status <> 'closing' and (card.status = 'frozen') <> (frozen.layers is not null)
      order by card.id`,
  },
  {
    name: "a closing card was asked to close",
    sql: `select card.id from card left join card_closing asked on asked.card_id = card.id
      where card.status = 'closing' and asked.card_id is null order by card.id`,
  },
  {
    name: "a replaced card is on its way out, and the one in its place says so",
    sql: `select r.id, old.status, new.predecessors
      from card_replacement r join card old on old.id = r.replaced_card_id
      join card new on new.id = r.card_id
      where old.status not in ('closing', 'closed')
        or new.predecessors <> r.replaced_card_id || old.predecessors
        or new.customer_id <> old.customer_id or new.currency <> old.currency
      order by r.id`,
  },
  {
    name: "a card for one payment paid once at most",
    sql: `select card.id, uses.count from card join ledger.counter uses
        on uses.subject = card.id and uses.time_window = 'uses'
      where (card.usage = 'single_use' or card.mandate_id is not null) and uses.count > 1
      order by card.id`,
  },
  {
    name: "a locked card is locked to whom it paid first",
    sql: `select card.id, card.locked_merchant_name from card
      where card.locked_merchant_key is not null and card.predecessors = '{}' and not exists (
        select from ledger.counter lock
        where lock.subject = card.id and lock.time_window = 'lock' and lock.count = 1)
      order by card.id`,
  },
];
