import type { CardStandingRow, CardsTables } from "../../../db/tables/cards.tables.ts";
import type { Tx } from "../../../platform/context.ts";

/** The ledger's code for an account that accepts debits and credits. */
const OPEN = 1;

/**
 * Records that a card owes money. The card's row must be locked, as it must for any change to its
 * debt.
 */
export async function noteDebt(tx: Tx, cardId: string): Promise<void> {
  await tx
    .withTables<CardsTables>()
    .insertInto("card_debt")
    .values({ card_id: cardId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes the record that a card owes money. The card's row must be locked. */
export async function forgetDebt(tx: Tx, cardId: string): Promise<void> {
  await tx
    .withTables<CardsTables>()
    .deleteFrom("card_debt")
    .where("card_id", "=", cardId)
    .execute();
}

/**
 * Finds cards, ordered by id, with a recorded debt that can be resolved: either money is available
 * to pay it, or nothing is owed anymore.
 */
export function findCollectable(
  tx: Tx,
  limit: number,
  after: Pick<CardStandingRow, "id"> | undefined,
): Promise<Pick<CardStandingRow, "id" | "customer_id">[]> {
  return tx
    .withTables<CardsTables>()
    .selectFrom("card_debt")
    .innerJoin("card_standing as card", "card.id", "card_debt.card_id")
    .select(["card.id", "card.customer_id"])
    .where((where) =>
      where.or([
        where("card.owed_minor", "=", 0n),
        where.and([
          where("card.status", "=", "closed"),
          where("card.funding_available_minor", ">", 0n),
        ]),
        where.and([
          where("card.status", "<>", "closed"),
          where("card.account_status", "=", OPEN),
          where("card.posted_minor", ">", where.ref("card.held_minor")),
        ]),
      ]),
    )
    .$if(after !== undefined, (query) => query.where("card_debt.card_id", ">", after?.id ?? ""))
    .orderBy("card_debt.card_id")
    .limit(limit)
    .execute();
}
