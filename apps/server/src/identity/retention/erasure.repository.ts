import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { queueOf } from "../../platform/jobs/waiting.repository.ts";
import { closedBefore } from "../../platform/retention.policy.ts";

/** The facts about a customer that an erasure needs. */
export interface ErasableCustomer {
  readonly customerId: string;
  readonly username: string;
  /** When the account was closed; null while it is open. */
  readonly closedAt: Date | null;
  readonly erasedAt: Date | null;
}

/** Finds a customer by username, email or id. */
export async function findErasable(tx: Tx, who: string): Promise<ErasableCustomer | undefined> {
  const { rows } = await sql<ErasableCustomer>`
    select p.customer_id as "customerId", p.username, closed_at_of(p.customer_id) as "closedAt",
      (select erased_at from erasure e where e.customer_id = p.customer_id) as "erasedAt"
    from person p where p.customer_id is not null and (
      p.username = lower(${who}) or p.email = lower(${who}) or p.customer_id::text = lower(${who})
    )`.execute(tx);
  return rows[0];
}

/**
 * Takes up to `limit` customers who are due for erasure. Each call checks the money of 200 at most:
 * those it finds to have some are checked again after all others.
 */
export async function takeDueCustomers(
  tx: Tx,
  closedBefore: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from take_customers_to_erase(${closedBefore}, ${limit}) as due (id)`.execute(tx);
  return rows.map(({ id }) => id);
}

interface Terms {
  readonly customerId: string;
  readonly now: Date;
  /** A hash that matches no password. */
  readonly passwordHash: string;
}

/** Erases a customer who is due. Returns false if the customer was already erased or has money. */
export async function eraseDue(
  tx: Tx,
  { customerId, now, passwordHash }: Terms,
  closedBefore: Date,
): Promise<boolean> {
  const { rows } = await sql<{ erased: boolean }>`
    select erase_customer(${customerId}, ${closedBefore}, ${now}, ${passwordHash}) as erased
  `.execute(tx);
  return rows[0]?.erased === true;
}

/**
 * Returns whether a customer has money left, held, owed or on its way. Locks the balances until the
 * transaction ends.
 */
async function hasMoney(tx: Tx, customerId: string): Promise<boolean> {
  const { rows } = await sql<{ money: string[] }>`
    select lock_money_left_of(${customerId}) as money`.execute(tx);
  return rows[0]?.money.length !== 0;
}

/** The dashboard queue of customers who are not erased because they still have money. */
export const erasuresQueue = queueOf(
  "erasures",
  // Each has waited since its retention period ended, not since the account was closed.
  (now) => sql`
    select closed_at + (${now}::timestamptz - ${closedBefore(now)}::timestamptz) as since
    from erasures_withheld(${closedBefore(now)})`,
);

/**
 * Erases a customer immediately, as the schema owner. Returns false if the customer was already
 * erased, or is due and still has money.
 */
export async function eraseNow(
  tx: Tx,
  { customerId, now, passwordHash }: Terms,
  reason: "sandbox" | "replay" | "period_over",
): Promise<boolean> {
  await sql`select from customer where id = ${customerId} for update`.execute(tx);
  if (reason === "period_over" && (await hasMoney(tx, customerId))) {
    return false;
  }
  const { rows } = await sql`
    insert into erasure (customer_id, erased_at, reason)
    select id, ${now}, ${reason} from customer where id = ${customerId}
    on conflict (customer_id) do nothing returning customer_id`.execute(tx);
  if (rows.length === 0) {
    return false;
  }
  await sql`select erase_customer_rows(${customerId}, ${now}, ${passwordHash})`.execute(tx);
  return true;
}

/** Selects all erased customers, oldest erasure first. */
export async function selectErased(tx: Tx): Promise<{ customerId: string; erasedAt: Date }[]> {
  const { rows } = await sql<{ customerId: string; erasedAt: Date }>`
    select customer_id as "customerId", erased_at as "erasedAt" from erasure
    order by erased_at, customer_id`.execute(tx);
  return rows;
}
