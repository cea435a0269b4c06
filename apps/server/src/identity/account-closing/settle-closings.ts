import { closeCardWithin } from "../../cards/lifecycle/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { everyRow } from "../../platform/paging/every-row.ts";
import { isSuspendedNow } from "../people/index.ts";
import { lockCustomer } from "../security-hold/index.ts";
import type { ClosingRow } from "./account-closing.tables.ts";
import { lockClosing, selectDue, updateClosing } from "./account-closings.repository.ts";
import { remindedUntil, reminderDue } from "./closing.policy.ts";
import { remindOfEnd } from "./closing-mails.ts";
import { selectCards } from "./closing-things.repository.ts";
import { finishClosing } from "./finish-closing.ts";

const INTERVAL_MS = 5_000;
const PAGE_SIZE = 200;
const ACTOR = "account closing";

type Due = Pick<ClosingRow, "id" | "customer_id">;

/**
 * Advances each closure that is due, one step at a time: reminder, end of the cooling-off period,
 * cards, completion. Each step is a transaction that first checks whether the step has already been
 * done. As a result, each step runs only once, no matter which server runs it or where an earlier
 * run was interrupted.
 */
export async function settleClosings(
  context: AppContext,
  pageSize: number = PAGE_SIZE,
): Promise<void> {
  const endsBefore = remindedUntil(context.clock.now());
  const closings = everyRow<Due>(pageSize, (after) =>
    selectDue(context.db.kysely, { endsBefore, limit: pageSize, after: after?.id }),
  );
  for await (const due of closings) {
    try {
      await settle(context, due);
    } catch (error) {
      // The next run retries this closure. A failure must not delay the remaining closures.
      context.log.error(
        { err: error, customer: due.customer_id },
        "account closing failed, to be retried",
      );
    }
  }
}

async function settle(context: AppContext, due: Due): Promise<void> {
  await inTransaction(context.db, (tx) => remind(context, tx, due));
  if (!(await inTransaction(context.db, (tx) => endCooling(context, tx, due)))) {
    return;
  }
  for (const { id } of await selectCards(context.db.kysely, due.customer_id)) {
    await closeOne(context, due, id);
  }
  await finishClosing(context, due);
}

/** Locks the customer and then the closure. Returns undefined if the closure is no longer open. */
async function lockUnderWay(tx: Tx, due: Due): Promise<ClosingRow | undefined> {
  await lockCustomer(tx, due.customer_id);
  const row = await lockClosing(tx, due.id);
  return row?.cancelled_at === null && row.closed_at === null ? row : undefined;
}

async function remind(context: AppContext, tx: Tx, due: Due): Promise<void> {
  const row = await lockUnderWay(tx, due);
  const now = context.clock.now();
  // If the cooling-off period is already over, the customer gets only the closure email, not the
  // reminder.
  if (row?.reminded_at === null && reminderDue(row.ends_at) <= now && row.ends_at > now) {
    await updateClosing(tx, row.id, { reminded_at: now });
    await remindOfEnd(context, tx, row);
  }
}

/**
 * Ends the cooling-off period.
 *
 * @returns whether cards may be closed. A suspended customer's cards stay open until an operator
 * lifts the suspension.
 */
async function endCooling(context: AppContext, tx: Tx, due: Due): Promise<boolean> {
  const row = await lockUnderWay(tx, due);
  const now = context.clock.now();
  if (row === undefined || row.ends_at > now) {
    return false;
  }
  if (await isSuspendedNow(tx, due.customer_id)) {
    return false;
  }
  if (row.settling_at === null) {
    await updateClosing(tx, row.id, { settling_at: now });
    await context.ledger.appendAudit(tx, [
      {
        action: "account_closing.begin",
        actor: ACTOR,
        customerId: due.customer_id,
        object: row.id,
        outcome: "ok",
        requestId: null,
        data: {},
      },
    ]);
  }
  return true;
}

/** Closes a card as its owner would, unless the account closure has been canceled. */
async function closeOne(context: AppContext, due: Due, cardId: string): Promise<void> {
  const { customer_id: customerId } = due;
  try {
    const isNews = await inTransaction(context.db, async (tx) => {
      if ((await lockUnderWay(tx, due)) === undefined) {
        return false;
      }
      const { waits } = await closeCardWithin(context, tx, {
        customerId,
        cardId,
        idempotencyKey: `account-closing:${due.id}:${cardId}`,
        whenSettled: true,
        actor: ACTOR,
        requestId: due.id,
      });
      return waits;
    });
    if (isNews) {
      await context.events.publish(customerId, "card", { cardId });
    }
  } catch (error) {
    if (!(error instanceof Refusal)) {
      throw error;
    }
    // The card owes money, was frozen by an operator, or was closed concurrently. The closure waits
    // for the card and reports it.
    context.log.info({ cardId, reason: error.code }, "a card of a closing account is still open");
  }
}

/** Starts the job that advances account closures. */
export function startAccountClosings(context: AppContext): void {
  context.jobs.every(INTERVAL_MS, "account-closings", () => settleClosings(context));
}
