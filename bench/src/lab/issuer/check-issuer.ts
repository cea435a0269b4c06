import type { Sql } from "postgres";
import type { Event } from "../history.ts";

type Of<Type extends Event["type"]> = Extract<Event, { readonly type: Type }>;

function only<Type extends Event["type"]>(events: readonly Event[], type: Type): Of<Type>[] {
  return events.filter((event): event is Of<Type> => event.type === type);
}

/** The hold of an authorization, under the issuer's name for it. */
interface Held {
  readonly id: string;
  readonly remaining: string;
}

/** The payment that a transaction of the issuer belongs to: an authorization with its steps. */
interface Posted {
  readonly id: string;
  readonly payment: string;
}

/**
 * What a payment moved out of the customers' accounts. A capture above the authorized amount is
 * posted in two movements, of which the transaction names one; so transactions are compared by
 * payment.
 */
interface Moved {
  readonly payment: string;
  readonly moved: string;
}

interface Owned {
  readonly customer: string;
  readonly owned: string;
}

/** What the product has of the issuer's payments. */
export interface IssuerRows {
  readonly held: readonly Held[];
  readonly posted: readonly Posted[];
  readonly moved: readonly Moved[];
  readonly owned: readonly Owned[];
}

/** Returns what a customer owns in all accounts, in cents. */
export async function ownedBy(sql: Sql, customers: readonly string[]): Promise<Owned[]> {
  // As text, because the lab's own connections do not know the types of arrays.
  const list = customers.join(",");
  return sql<Owned[]>`
    select customer_id as customer, sum(posted)::text as owned from ledger.balance
    where customer_id = any(string_to_array(${list}, ',')::uuid[]) group by customer_id`;
}

/**
 * Compares what the issuer has with what the product recorded, using plain SQL.
 *
 * @param sql connection as the owner of the database
 */
export async function checkIssuer(sql: Sql, events: readonly Event[]): Promise<string[]> {
  const customers = only(events, "cardholder").map(({ customer }) => customer);
  if (customers.length === 0) {
    return [];
  }
  const held = await sql<Held[]>`
    select a.id, coalesce(sum(h.remaining), 0)::text as remaining
    from stripe_authorisation a left join ledger.hold h on h.movement_id = a.movement_id
    group by a.id`;
  const posted = await sql<Posted[]>`
    select x.id, coalesce(m.parent_id, m.id) as payment
    from stripe_transaction x join ledger.movement m on m.id = x.movement_id`;
  const moved = await sql<Moved[]>`
    select coalesce(m.parent_id, m.id) as payment,
      sum(case when t.credit_account < 1000 then t.amount else 0 end
        - case when t.debit_account < 1000 then t.amount else 0 end)::text as moved
    from ledger.movement m join ledger.transfer t on t.movement_id = m.id
    where coalesce(m.parent_id, m.id) in (
      select coalesce(step.parent_id, step.id)
      from stripe_transaction x join ledger.movement step on step.id = x.movement_id)
    group by 1`;
  return compareIssuer(events, { held, posted, moved, owned: await ownedBy(sql, customers) });
}

/**
 * Every authorization holds what the issuer holds; every payment moved what its transactions say;
 * and nothing else changed what a customer owns.
 */
export function compareIssuer(events: readonly Event[], rows: IssuerRows): string[] {
  const faults = only(events, "misled").map(
    ({ message, answer }) => `${message} was answered ${answer}`,
  );
  const held = new Map(rows.held.map(({ id, remaining }) => [id, remaining]));
  for (const { id, held: atIssuer } of only(events, "authorization")) {
    const remaining = held.get(id) ?? "0";
    held.delete(id);
    if (BigInt(remaining) !== BigInt(atIssuer)) {
      faults.push(`authorization ${id} holds ${remaining}, and ${atIssuer} at the issuer`);
    }
  }
  for (const [id, remaining] of held) {
    if (remaining !== "0") {
      faults.push(`authorization ${id} holds ${remaining} and does not exist at the issuer`);
    }
  }
  faults.push(...compareTransactions(events, rows));
  const changes = new Map<string, bigint>();
  for (const { customer, amount } of only(events, "transaction")) {
    changes.set(customer, (changes.get(customer) ?? 0n) + BigInt(amount));
  }
  const owned = new Map(rows.owned.map((row) => [row.customer, row.owned]));
  for (const { customer, owned: before } of only(events, "cardholder")) {
    const rightful = BigInt(before) + (changes.get(customer) ?? 0n);
    if (owned.get(customer) !== rightful.toString()) {
      faults.push(`customer ${customer} owns ${owned.get(customer)} instead of ${rightful}`);
    }
  }
  return faults;
}

/** Compares what each payment moved with the sum of its transactions at the issuer. */
function compareTransactions(
  events: readonly Event[],
  rows: Pick<IssuerRows, "posted" | "moved">,
): string[] {
  const faults: string[] = [];
  const posted = new Map(rows.posted.map(({ id, payment }) => [id, payment]));
  const expected = new Map<string, bigint>();
  for (const { id, amount } of only(events, "transaction")) {
    const payment = posted.get(id);
    posted.delete(id);
    if (payment === undefined) {
      faults.push(`transaction ${id} of ${amount} moved nothing`);
    } else {
      expected.set(payment, (expected.get(payment) ?? 0n) - BigInt(amount));
    }
  }
  for (const [id, payment] of posted) {
    faults.push(`transaction ${id} of payment ${payment} does not exist at the issuer`);
  }
  const moved = new Map(rows.moved.map((row) => [row.payment, row.moved]));
  for (const [payment, amount] of expected) {
    if (moved.get(payment) !== amount.toString()) {
      faults.push(`payment ${payment} of ${amount} moved ${moved.get(payment) ?? "nothing"}`);
    }
  }
  return faults;
}
