import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId, wireId } from "../../platform/ids.ts";
import { everyRow } from "../../platform/paging/every-row.ts";
import { endMandate } from "./end-mandate.ts";
import { findCardOfMandate, findEndingMandates, lockMandate } from "./mandates.repository.ts";
import type { MandateRow } from "./mandates.tables.ts";

const INTERVAL_MS = 5_000;
const PAGE_SIZE = 200;
const ACTOR = "system";

/** Starts the job that ends mandates. Payments after a mandate's time are declined even before. */
export function startEndingMandates(context: AppContext): void {
  context.jobs.every(INTERVAL_MS, "purchase-mandates", async () => {
    await endDueMandates(context);
  });
}

/**
 * Ends every mandate whose time has passed, whose card has paid and has nothing on hold, or whose
 * card was closed. Returns how many were ended.
 */
export async function endDueMandates(context: AppContext): Promise<number> {
  const now = context.clock.now();
  const due = everyRow<Pick<MandateRow, "id">>(PAGE_SIZE, (after) =>
    findEndingMandates(context.db.kysely, now, PAGE_SIZE, after),
  );
  let ended = 0;
  for await (const { id } of due) {
    try {
      ended += (await endIfDue(context, id, now)) ? 1 : 0;
    } catch (error) {
      // The next run tries again, for example after an operator has lifted a freeze.
      const level = error instanceof Refusal ? "info" : "error";
      context.log[level]({ err: error, mandateId: id }, "a mandate could not be ended yet");
    }
  }
  return ended;
}

async function endIfDue(context: AppContext, id: string, now: Date): Promise<boolean> {
  const closing = await inTransaction(context.db, async (tx) => {
    const row = await lockMandate(tx, id);
    if (row === undefined || !(row.status === "proposed" || row.status === "approved")) {
      return undefined;
    }
    const card = row.card_id === null ? undefined : await findCardOfMandate(tx, row.card_id);
    const hasPaid = card !== undefined && card.uses > 0n && card.heldMinor === 0n;
    if (!(row.until <= now || card?.status === "closed" || hasPaid)) {
      return undefined;
    }
    const { closingCardId } = await endMandate(context, tx, row, {
      ...{ actor: ACTOR, requestId: newId(now), action: "mandate.end" },
      unused: row.until <= now ? "expired" : "withdrawn",
    });
    return { customerId: row.customer_id, closingCardId };
  });
  if (closing?.closingCardId !== undefined) {
    const cardId = wireId("card", closing.closingCardId);
    await context.events.publish(closing.customerId, "card", { cardId });
  }
  return closing !== undefined;
}
