import { periodIn } from "../../authorization/decision/index.ts";
import { findExpectedCharges } from "../../insights/forecast/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";

import type { OrderRow } from "./auto-top-up.tables.ts";
import { findMovementsBelow, saveSearch, takeSearch } from "./movements-below.repository.ts";
import { latestSlot, nextSlot, timeBeforeCharge } from "./order-times.ts";
import { findDueOrders, isCardLiving, takeDueOrder, updateOrder } from "./orders.repository.ts";
import { insertRuns, type NewRun } from "./runs.repository.ts";

/** The queue of causes to act on. */
export const TOP_UP_QUEUE = "auto-top-up";

const DUE_AT_ONCE = 50;
/** How often an order before charges looks at the charges that are expected. */
const FORECAST_INTERVAL_MS = 3_600_000;
/** How far the search may fall behind, in transactions, before its progress is written. */
const UNWRITTEN_TRANSACTIONS = 500n;

/** Records causes, and enqueues those that are new. Both commit together. */
export async function recordCauses(
  context: AppContext,
  tx: Tx,
  causes: readonly Omit<NewRun, "id" | "created_at">[],
): Promise<void> {
  const now = context.clock.now();
  const runs = causes.map((cause) => ({ ...cause, id: newId(now), created_at: now }));
  for (const runId of await insertRuns(tx, runs)) {
    await context.jobs.enqueue(tx, TOP_UP_QUEUE, { runId });
  }
}

/**
 * Looks for payments that left a card with less than its order's threshold. One server searches at
 * a time, each transaction once.
 *
 * @returns whether there is more to search
 */
export async function noticePayments(context: AppContext): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    const range = await takeSearch(tx);
    if (range === undefined || range.until <= range.since) {
      return false;
    }
    const found = range.hasOrders ? await findMovementsBelow(tx, range) : [];
    await recordCauses(
      context,
      tx,
      found.map(({ orderId, customerId, cardId, movementId }) => ({
        ...{ auto_top_up_id: orderId, customer_id: customerId, card_id: cardId },
        cause: `below:${movementId}`,
      })),
    );
    const searched = range.until - range.since;
    // Saving the progress is a transaction as well, so an idle server would never come to rest.
    if (found.length > 0 || searched >= UNWRITTEN_TRANSACTIONS) {
      await saveSearch(tx, range.until);
    }
    return searched >= UNWRITTEN_TRANSACTIONS;
  });
}

/** Records the causes of orders for days and for expected charges that are due. */
export async function noticeTimes(context: AppContext): Promise<void> {
  const now = context.clock.now();
  for (const { id } of await findDueOrders(context.db.kysely, now, DUE_AT_ONCE)) {
    try {
      await inTransaction(context.db, async (tx) => {
        const order = await takeDueOrder(tx, id, now);
        if (order !== undefined) {
          await lookAt(context, tx, order, now);
        }
      });
    } catch (error) {
      // One failure must not delay the remaining orders.
      context.log.error({ err: error, autoTopUpId: id }, "an automatic top-up could not be begun");
    }
  }
}

async function lookAt(context: AppContext, tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const { timeZone } = context.config;
  const isPast = order.ends_on !== null && order.ends_on < periodIn(timeZone, now).day;
  if (isPast || !(await isCardLiving(tx, order.card_id))) {
    await updateOrder(tx, order.id, { ended_at: now });
    return;
  }
  const { causes, nextAt } =
    order.trigger_kind === "charge"
      ? await chargesDue(context, tx, order, now)
      : dayDue(order, now, timeZone);
  const { id, customer_id, card_id } = order;
  const basis = { auto_top_up_id: id, customer_id, card_id };
  await recordCauses(
    context,
    tx,
    causes.map((cause) => ({ ...basis, ...cause })),
  );
  await updateOrder(tx, id, { next_at: nextAt });
}

interface Due {
  readonly causes: readonly Pick<NewRun, "cause" | "merchant" | "charge_minor">[];
  readonly nextAt: Date;
}

function dayDue(order: OrderRow, now: Date, timeZone: string): Due {
  const slot = latestSlot(order, now, timeZone);
  return {
    causes: slot === undefined ? [] : [{ cause: `day:${slot.day}` }],
    nextAt: nextSlot(order, now, timeZone).at,
  };
}

async function chargesDue(
  context: AppContext,
  tx: Tx,
  { customer_id: customerId, card_id: cardId, hours_before: hours }: OrderRow,
  now: Date,
): Promise<Due> {
  const { timeZone } = context.config;
  const charges = (await findExpectedCharges(context, tx, { customerId, cardId })).map(
    ({ merchantName, expectedOn, amountMinor }) => ({
      at: timeBeforeCharge(timeZone, expectedOn, hours ?? 0),
      cause: `charge:${expectedOn}:${merchantName}`,
      ...{ merchant: merchantName, charge_minor: amountMinor },
    }),
  );
  const later = charges.map(({ at }) => at.getTime()).filter((at) => at > now.getTime());
  return {
    causes: charges.filter(({ at }) => at <= now).map(({ at: _, ...cause }) => cause),
    nextAt: new Date(Math.min(now.getTime() + FORECAST_INTERVAL_MS, ...later)),
  };
}
