import { sql } from "kysely";
import type { CardRow } from "../../db/tables/cards.tables.ts";
import type { Tx } from "../../platform/context.ts";
import type { AutoTopUpTables, OrderRow } from "./auto-top-up.tables.ts";

/** An order as it is inserted: without its state. */
export type NewOrder = Omit<
  OrderRow,
  "paused_by_fee" | "told_reason" | "made_at_snapshot" | "ended_at"
>;

/** Finds the order of a card that has not ended. */
export async function findOrder(tx: Tx, cardId: string): Promise<OrderRow | undefined> {
  return tx
    .withTables<AutoTopUpTables>()
    .selectFrom("auto_top_up")
    .selectAll()
    .where("card_id", "=", cardId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
}

/**
 * Inserts an order. The balance is read in the same snapshot as the order, so that each later
 * payment is either in this balance or found by the search for movements, never both.
 *
 * @returns what the card has available, in minor units
 */
export async function insertOrder(
  tx: Tx,
  order: NewOrder,
  { card_account: account }: Pick<CardRow, "card_account">,
): Promise<bigint> {
  const { availableMinor } = await tx
    .withTables<AutoTopUpTables>()
    .insertInto("auto_top_up")
    .values(order)
    .returning(
      sql<bigint>`(select posted - held from ledger.balance where account_id = ${account})`.as(
        "availableMinor",
      ),
    )
    .executeTakeFirstOrThrow();
  return availableMinor;
}

type OrderState = Pick<OrderRow, "next_at" | "paused_by_fee" | "told_reason" | "ended_at">;

/** Changes the state of an order. */
export async function updateOrder(tx: Tx, id: string, state: Partial<OrderState>): Promise<void> {
  await tx
    .withTables<AutoTopUpTables>()
    .updateTable("auto_top_up")
    .set(state)
    .where("id", "=", id)
    .execute();
}

function dueOrders(tx: Tx, now: Date) {
  return tx
    .withTables<AutoTopUpTables>()
    .selectFrom("auto_top_up")
    .selectAll()
    .where("next_at", "<=", now)
    .where("ended_at", "is", null)
    .where("paused_by_fee", "=", false);
}

/** Lists the orders that are due, longest first. */
export async function findDueOrders(tx: Tx, now: Date, limit: number): Promise<OrderRow[]> {
  return dueOrders(tx, now).orderBy("next_at").limit(limit).execute();
}

/** Locks an order if it is still due and no other server has locked it. */
export async function takeDueOrder(tx: Tx, id: string, now: Date): Promise<OrderRow | undefined> {
  return dueOrders(tx, now).where("id", "=", id).forUpdate().skipLocked().executeTakeFirst();
}

/** Returns whether a card can be topped up at all: it is neither closed nor about to be. */
export async function isCardLiving(tx: Tx, cardId: string): Promise<boolean> {
  const { rows } = await sql<{ status: CardRow["status"] }>`
    select status from card where id = ${cardId}`.execute(tx);
  const [card] = rows;
  return card !== undefined && card.status !== "closing" && card.status !== "closed";
}

/** Reads how much of a limit is used, in minor units. */
export async function readCounter(tx: Tx, subject: string, window: string): Promise<bigint> {
  const { rows } = await sql<{ amount: bigint }>`
    select amount from ledger.counter
    where subject = ${subject} and time_window = ${window}`.execute(tx);
  return rows[0]?.amount ?? 0n;
}

/** What a card has, in minor units, and whether its customer's account may pay. */
interface Standing {
  /** What is available, less the card's debt. */
  readonly availableMinor: bigint;
  /** Whether the account is suspended, on a security hold, or about to be closed. */
  readonly isStopped: boolean;
}

/** Reads a locked card's balance and the state of its customer's account. */
export async function readStanding(tx: Tx, card: CardRow): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select own.posted - own.held + least(receivable.posted, 0) as "availableMinor",
      funding.status <> 1
        or exists (select from customer where id = ${card.customer_id}
          and suspended_at is not null)
        or exists (select from security_hold
          where customer_id = ${card.customer_id} and lifted_at is null)
        or exists (select from account_closing
          where customer_id = ${card.customer_id} and cancelled_at is null) as "isStopped"
    from ledger.balance own, ledger.balance receivable, ledger.balance funding
    where own.account_id = ${card.card_account}
      and receivable.account_id = ${card.receivable_account}
      and funding.account_id = ${card.funding_account}`.execute(tx);
  const [standing] = rows;
  if (standing === undefined) {
    throw new Error(`card ${card.id} has no balances`);
  }
  return standing;
}
