import type { CardRow } from "../../../db/tables/cards.tables.ts";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { everyRow } from "../../../platform/paging/every-row.ts";
import { lockCard } from "../cards.repository.ts";
import { findCollectable, forgetDebt } from "./card-debts.repository.ts";
import { indebted, repayDebt } from "./repay-debt.ts";

const INTERVAL_MS = 10_000;
const PAGE_SIZE = 200;

/**
 * Repays card debts for which money is now available, either on the card or, if the card is closed,
 * in the account that funded it.
 */
export async function collectDebts(
  context: AppContext,
  pageSize: number = PAGE_SIZE,
): Promise<void> {
  const cards = everyRow<Pick<CardRow, "id" | "customer_id">>(pageSize, (after) =>
    findCollectable(context.db.kysely, pageSize, after),
  );
  for await (const { id, customer_id: customerId } of cards) {
    try {
      await collect(context, customerId, id);
    } catch (error) {
      // The next run retries this card. A failure must not delay the remaining cards.
      context.log.error({ err: error, cardId: id }, "debt collection from a card failed");
    }
  }
}

async function collect(context: AppContext, customerId: string, cardId: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const card = await lockCard(tx, customerId, cardId);
    if (card !== undefined && (await repayDebt(context, tx, indebted(card), null)) === 0n) {
      await forgetDebt(tx, cardId);
    }
  });
}

/** Starts the job that collects debts. */
export function startDebtCollection(context: AppContext): void {
  context.jobs.every(INTERVAL_MS, "card-debts", () => collectDebts(context));
}
