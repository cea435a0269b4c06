import { lesser } from "@tessera/money";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { repaymentMovement } from "./bank-movements.ts";
import { selectDebtors } from "./payers.repository.ts";

const LIMIT = 100;

/**
 * Repays debts that reversed transfers have left, from what their customers have in the same
 * currency. What the ledger refuses, such as from a blocked account, is tried again next time.
 */
export async function collectReversalDebts(context: AppContext): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const at = context.clock.now();
    const movements = (await selectDebtors(tx, LIMIT)).map((debtor) =>
      repaymentMovement({
        ...debtor,
        amountMinor: lesser(debtor.owedMinor, debtor.availableMinor),
        parentId: debtor.creditId,
        at,
      }),
    );
    await context.ledger.post(tx, movements);
  });
}
