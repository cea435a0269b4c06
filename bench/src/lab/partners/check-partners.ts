import type { Sql } from "postgres";
import { centsOf } from "../check-bank.ts";
import type { Event } from "../history.ts";

type Of<Type extends Event["type"]> = Extract<Event, { readonly type: Type }>;

function only<Type extends Event["type"]>(events: readonly Event[], type: Type): Of<Type>[] {
  return events.filter((event): event is Of<Type> => event.type === type);
}

/** A payment of the chain in the product's tables, and what the ledger moved for it. */
interface Credited {
  readonly transaction: string;
  readonly customer: string;
  readonly amount: string;
  readonly credit: string;
  /** The number of transfers into the customer's account, and their sum. */
  readonly transfers: number;
  readonly moved: string;
}

/** A withdrawal in the product's tables, and its hold in the ledger. */
interface Withdrawn {
  readonly id: string;
  readonly state: string;
  readonly holds: number;
  readonly held: string;
  readonly captured: string;
  readonly remaining: string;
}

/**
 * Compares what partners did with what the product recorded, using plain SQL.
 *
 * @param sql connection as the owner of the database
 */
export async function checkPartners(sql: Sql, events: readonly Event[]): Promise<string[]> {
  const credited = await sql<Credited[]>`
    select p.transaction_hash as transaction, p.customer_id as customer,
      p.amount_minor::text as amount, p.credit_minor::text as credit,
      count(t.*)::int as transfers, coalesce(sum(t.amount), 0)::text as moved
    from deposit_payment p
    left join ledger.transfer t on t.movement_id = p.credit_movement_id
      and t.credit_account >= 1000
    group by p.id`;
  const withdrawn = await sql<Withdrawn[]>`
    select w.id, w.state, count(h.*)::int as holds, coalesce(sum(h.amount), 0)::text as held,
      coalesce(sum(h.captured), 0)::text as captured,
      coalesce(sum(h.remaining), 0)::text as remaining
    from withdrawal w left join ledger.hold h on h.movement_id = w.id
    group by w.id`;
  return [
    ...comparePayments(events, credited),
    ...comparePayouts(events, withdrawn),
    ...compareMails(events),
  ];
}

/** Every final payment is credited once, and one that the chain forgot is not. */
export function comparePayments(events: readonly Event[], rows: readonly Credited[]): string[] {
  const booked = Map.groupBy(rows, ({ transaction }) => transaction);
  const faults: string[] = [];
  for (const payment of only(events, "payment")) {
    const { transaction, customer, isReorganized } = payment;
    const own = booked.get(transaction) ?? [];
    booked.delete(transaction);
    const paid = own.filter(({ transfers }) => transfers > 0);
    if (isReorganized) {
      if (paid.length > 0) {
        faults.push(`payment ${transaction} was reorganized away and is credited`);
      }
      continue;
    }
    const [row, ...others] = paid;
    const isRight =
      row !== undefined &&
      others.length === 0 &&
      row.transfers === 1 &&
      row.customer === customer &&
      BigInt(row.amount) === centsOf(payment.amount) &&
      row.moved === row.credit;
    if (!isRight) {
      const sum = paid.reduce((count, { transfers }) => count + transfers, 0);
      faults.push(`payment ${transaction} of ${payment.amount} is credited ${sum} times`);
    }
  }
  for (const transaction of booked.keys()) {
    faults.push(`payment ${transaction} is credited and was never made`);
  }
  return faults;
}

/**
 * Every accepted withdrawal is paid once, and its money is gone once. One that operators review
 * holds its money and is not paid.
 */
export function comparePayouts(events: readonly Event[], rows: readonly Withdrawn[]): string[] {
  const paid = Map.groupBy(only(events, "paid"), ({ withdrawal }) => withdrawal);
  const booked = new Map(rows.map((row) => [row.id, row]));
  const faults: string[] = [];
  const accepted = only(events, "withdrawal").filter(({ withdrawal }) => withdrawal !== "");
  for (const { withdrawal, total, arrives } of accepted) {
    const row = booked.get(withdrawal);
    booked.delete(withdrawal);
    const orders = paid.get(withdrawal) ?? [];
    paid.delete(withdrawal);
    const cents = centsOf(total);
    const isPaid =
      row?.state === "completed" &&
      row.holds === 1 &&
      BigInt(row.captured) === cents &&
      BigInt(row.remaining) === 0n &&
      orders.length === 1 &&
      centsOf(orders[0]?.amount ?? "0.00") === centsOf(arrives);
    const isWaitingForOperators =
      row?.state === "review" && BigInt(row.remaining) === cents && orders.length === 0;
    if (!isPaid && !isWaitingForOperators) {
      faults.push(
        `withdrawal ${withdrawal} of ${total} is ${row?.state}, took ${row?.captured} cents and ` +
          `was paid ${orders.length} times: ${orders.map(({ amount }) => amount).join(", ")}`,
      );
    }
  }
  for (const [id, { state }] of booked) {
    faults.push(`withdrawal ${id} is ${state} and was never acknowledged`);
  }
  for (const id of paid.keys()) {
    faults.push(`payout ${id} was paid and belongs to no withdrawal`);
  }
  return faults;
}

/** Every accepted request is mailed. A repeated mail has the same id, by which clients drop it. */
export function compareMails(events: readonly Event[]): string[] {
  const mails = Map.groupBy(only(events, "mail"), ({ to }) => to);
  return only(events, "code").flatMap(({ email, isAccepted }) => {
    const ids = new Set(mails.get(email)?.map(({ messageId }) => messageId));
    if (ids.size > 1) {
      return [`${email} got ${ids.size} mails for one request`];
    }
    return isAccepted && ids.size === 0 ? [`${email} got no mail`] : [];
  });
}
