import type { Insertable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { SpendingWindows } from "../risk/index.ts";
import type { CardRow, CardStandingRow, CardsTables } from "./cards.tables.ts";

/** A card with its balances and what it spent in one day and one month. */
export interface CardStanding extends CardStandingRow {
  spent_day_minor: bigint;
  spent_month_minor: bigint;
}

function standings(tx: Tx, windows: SpendingWindows) {
  return tx
    .withTables<CardsTables>()
    .selectFrom("card_standing as card")
    .leftJoin("ledger.counter as day", (join) =>
      join.onRef("day.subject", "=", "card.id").on("day.time_window", "=", windows.day),
    )
    .leftJoin("ledger.counter as month", (join) =>
      join.onRef("month.subject", "=", "card.id").on("month.time_window", "=", windows.month),
    )
    .selectAll("card")
    .select((eb) => [
      eb.fn.coalesce("day.amount", eb.lit(0)).$castTo<bigint>().as("spent_day_minor"),
      eb.fn.coalesce("month.amount", eb.lit(0)).$castTo<bigint>().as("spent_month_minor"),
    ]);
}

/** A customer's cards, newest first, closed ones last. */
export async function listStandings(
  tx: Tx,
  customerId: string,
  windows: SpendingWindows,
): Promise<CardStanding[]> {
  return standings(tx, windows)
    .where("card.customer_id", "=", customerId)
    .orderBy((eb) => eb("card.status", "=", "closed"))
    .orderBy("card.created_at", "desc")
    .orderBy("card.id", "desc")
    .execute();
}

/** A customer's own card; undefined where it is missing or another customer's. */
export async function findStanding(
  tx: Tx,
  customerId: string,
  cardId: string,
  windows: SpendingWindows,
): Promise<CardStanding | undefined> {
  return standings(tx, windows)
    .where("card.id", "=", cardId)
    .where("card.customer_id", "=", customerId)
    .executeTakeFirst();
}

/**
 * A customer's own card, locked until the transaction ends. Whatever changes a card's state, or
 * must see it unchanged, comes through here first.
 */
export async function lockCard(
  tx: Tx,
  customerId: string,
  cardId: string,
): Promise<CardRow | undefined> {
  return tx
    .withTables<CardsTables>()
    .selectFrom("card")
    .selectAll()
    .where("id", "=", cardId)
    .where("customer_id", "=", customerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export type NewCard = Omit<Insertable<CardsTables["card"]>, "frozen_at" | "closed_at" | "status">;

export async function insertCard(tx: Tx, card: NewCard): Promise<void> {
  await tx
    .withTables<CardsTables>()
    .insertInto("card")
    .values({ ...card, status: "active" })
    .execute();
}

/** Sets a locked card's status. */
export async function updateCardStatus(
  tx: Tx,
  cardId: string,
  status: CardRow["status"],
  at: Date,
): Promise<void> {
  await tx
    .withTables<CardsTables>()
    .updateTable("card")
    .set({
      status,
      frozen_at: status === "frozen" ? at : null,
      closed_at: status === "closed" ? at : null,
    })
    .where("id", "=", cardId)
    .execute();
}
