import type { VerifyCheck } from "@tessera/ledger";

/** What must hold of cards beside the ledger's own promises; each yields the rows that break it. */
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
        select card_id, sum(amount) as total from ledger.movement_view
        where parent_id is null and status = 'completed' and kind <> 'card_opening'
        group by card_id
      ) h on h.card_id = c.id
      where c.status <> 'closed' and c.posted_minor - c.owed_minor <> coalesce(h.total, 0)
      order by c.id`,
  },
  {
    name: "a card's account takes what the card's status says",
    sql: `select id, status, account_status from card_standing
      where case status when 'active' then account_status not in (1, 3)
        when 'frozen' then account_status not in (2, 3) else account_status <> 4 end
      order by id`,
  },
];
