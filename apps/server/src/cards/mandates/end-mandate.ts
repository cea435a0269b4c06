import type { AppContext, Tx } from "../../platform/context.ts";
import { closeCardWithin } from "../lifecycle/index.ts";
import { findCardOfMandate, updateOutcome } from "./mandates.repository.ts";
import type { MandateRow } from "./mandates.tables.ts";
import { type By, recordMandate } from "./record-mandate.ts";

interface Ending extends By {
  /** What the mandate becomes if its card has not paid. */
  readonly unused: "withdrawn" | "expired";
  readonly action: "mandate.withdraw" | "mandate.end";
}

/** An ended mandate, and its card if open screens have to be notified that it is closing. */
export interface Ended {
  readonly status: MandateRow["status"];
  readonly closingCardId: string | undefined;
}

/**
 * Ends a locked mandate. Its card, if it has one, closes: at once, or when the last payment on hold
 * settles. The unused money returns to the account.
 *
 * @throws Refusal `card_frozen_operator`, `account_suspended`, `insufficient_funds`
 */
export async function endMandate(
  context: AppContext,
  tx: Tx,
  row: MandateRow,
  { unused, ...act }: Ending,
): Promise<Ended> {
  const card = row.card_id === null ? undefined : await findCardOfMandate(tx, row.card_id);
  const waits =
    row.card_id !== null &&
    card?.status !== "closed" &&
    (await closeCardWithin(context, tx, {
      customerId: row.customer_id,
      cardId: row.card_id,
      ...{ actor: act.actor, requestId: act.requestId },
      idempotencyKey: `mandate ${row.id}`,
      whenSettled: true,
    }).then((closing) => closing.waits));
  const status = card !== undefined && card.uses > 0n ? "completed" : unused;
  const now = context.clock.now();
  await updateOutcome(tx, row.id, {
    status,
    ended_at: now,
    ...(row.decided_at === null && unused === "withdrawn" && { decided_at: now }),
  });
  await recordMandate(context, tx, { ...row, status }, act);
  return { status, closingCardId: waits ? (row.card_id ?? undefined) : undefined };
}
