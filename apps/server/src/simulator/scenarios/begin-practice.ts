import type { BeginPracticeBody } from "@tessera/contract/simulator/scenarios.schemas";
import { listStrategies } from "../../authorization/rules/index.ts";
import { StandingClock } from "../../platform/clock.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { copyStrategies, takingPart } from "./copy-strategies.ts";
import { openPracticeCard } from "./open-practice-card.ts";
import type { PracticeBooks } from "./practice-books.ts";
import { practiceContext } from "./practice-context.ts";
import { replaceSession } from "./sessions.repository.ts";

/**
 * Begins a customer's practice, or begins it anew: a card of practice's books with practice money,
 * the customer's rules as they are now, and the clock at the present. The practice before it ends.
 *
 * @throws Refusal `practice_unavailable`
 */
export async function beginPractice(
  live: AppContext,
  books: PracticeBooks,
  ownerId: string,
  { withDrafts, currency = "USD" }: BeginPracticeBody,
): Promise<void> {
  // Read before practice's books are touched: what fails here is no fault of theirs.
  const { data } = await listStrategies(live, ownerId);
  const strategies = takingPart(data, { currency, withDrafts }).toReversed();
  await books.use(async (db) => {
    const startedAt = live.clock.now();
    const context = practiceContext(live, db, new StandingClock(startedAt));
    try {
      const card = await openPracticeCard(context, currency);
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
