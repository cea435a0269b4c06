import type { BeginPracticeBody } from "@tessera/contract/simulator/scenarios.schemas";
import { listStrategies } from "../../authorization/rules/index.ts";
import { StandingClock } from "../../platform/clock.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { copyStrategies, takingPart } from "./copy-strategies.ts";
import { openPracticeCustomer } from "./open-practice-customer.ts";
import type { PracticeBooks } from "./practice-books.ts";
import { practiceContext } from "./practice-context.ts";
import { replaceSession } from "./sessions.repository.ts";

/**
 * Starts or restarts a customer's simulation, with a simulated card and simulated money in the
 * simulator's ledger, the customer's current rules, and the clock at the current time. Ends any
 * earlier simulation.
 *
 * @throws Refusal `practice_unavailable`
 */
export async function beginPractice(
  live: AppContext,
  books: PracticeBooks,
  ownerId: string,
  { withDrafts, currency = "USD" }: BeginPracticeBody,
): Promise<void> {
  // Reads the rules before opening the simulator's database, so that a failure here is not reported
  // as a failure of the simulator.
  const { data } = await listStrategies(live, ownerId);
  const strategies = takingPart(data, { currency, withDrafts }).toReversed();
  await books.use(async (db) => {
    const startedAt = live.clock.now();
    const context = practiceContext(live, db, new StandingClock(startedAt));
    try {
      const card = await openPracticeCustomer(context, currency);
      const rules = await copyStrategies(context, { ...card, currency }, strategies);
      await inTransaction(db, (tx) =>
        replaceSession(tx, {
          id: newId(startedAt),
          owner_id: ownerId,
          customer_id: card.customerId,
          card_id: card.cardId,
          currency,
          with_drafts: withDrafts,
          rules,
          started_at: startedAt,
          clock_at: startedAt,
          ended_at: null,
        }),
      );
    } finally {
      await context.ledger.close();
    }
  });
}
