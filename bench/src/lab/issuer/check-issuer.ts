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

/** What a transaction of the issuer moved out of the customers' accounts. */
interface Posted {
  readonly id: string;
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
    select x.id, sum(case when t.credit_account < 1000 then t.amount else 0 end
      - case when t.debit_account < 1000 then t.amount else 0 end)::text as moved
    from stripe_transaction x join ledger.transfer t on t.movement_id = x.movement_id
    group by x.id`;
  return compareIssuer(events, { held, posted, owned: await ownedBy(sql, customers) });
}

/**
 * Every authorization holds what the issuer holds; every transaction moved its amount once; and
 * nothing else changed what a customer owns.
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
  const posted = new Map(rows.posted.map(({ id, moved }) => [id, moved]));
  const changes = new Map<string, bigint>();
  for (const { id, customer, amount } of only(events, "transaction")) {
    const moved = posted.get(id);
    posted.delete(id);
    changes.set(customer, (changes.get(customer) ?? 0n) + BigInt(amount));
    if (moved === undefined || BigInt(moved) !== -BigInt(amount)) {
      faults.push(`transaction ${id} of ${amount} moved ${moved ?? "nothing"}`);
    }
  }
  for (const [id, moved] of posted) {
    faults.push(`transaction ${id} moved ${moved} and does not exist at the issuer`);
  }
  const owned = new Map(rows.owned.map((row) => [row.customer, row.owned]));
  for (const { customer, owned: before } of only(events, "cardholder")) {
    const expected = BigInt(before) + (changes.get(customer) ?? 0n);
    if (owned.get(customer) !== expected.toString()) {
      faults.push(`customer ${customer} owns ${owned.get(customer)} instead of ${expected}`);
    }
  }
  return faults;
}
