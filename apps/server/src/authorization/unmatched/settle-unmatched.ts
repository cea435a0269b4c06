import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { everyRow } from "../../platform/paging/every-row.ts";
import { postWithoutAuthorizationWithin, priceSettled } from "../clearing/index.ts";
import { amountOf, applyStep } from "./apply-step.ts";
import {
  endWaiting,
  findReferencedPayment,
  findRipe,
  findWaitingFor,
  lockWaiting,
  type NamedPayment,
  type UnmatchedMessage,
} from "./unmatched.repository.ts";

const INTERVAL_MS = 15_000;
const PAGE_SIZE = 200;

/** The outcome of a waiting message; undefined if it continues to wait. */
type Ending = "applied" | "posted" | "dropped" | undefined;

/**
 * Applies the messages that waited for an authorization that has now arrived, in order of arrival.
 */
export async function settleWaiting(context: AppContext, networkReference: string): Promise<void> {
  for (const { id } of await findWaitingFor(context.db.urgent.kysely, networkReference)) {
    await settleSafely(context, id);
  }
}

/**
 * Applies messages that are still waiting even though their authorization has arrived, which can
 * happen after a crash, and posts clearings whose authorization did not arrive in time.
 */
export async function settleUnmatched(context: AppContext): Promise<void> {
  const rows = everyRow<UnmatchedMessage>(PAGE_SIZE, (after) =>
    findRipe(context.db.urgent.kysely, clearedBefore(context), PAGE_SIZE, after),
  );
  for await (const { id } of rows) {
    await settleSafely(context, id);
  }
}

function clearedBefore({ clock, config }: AppContext): Date {
  return new Date(clock.now().getTime() - config.unmatchedClearingSeconds * 1_000);
}

async function settleSafely(context: AppContext, id: string): Promise<void> {
  try {
    await inTransaction(context.db.urgent, async (tx) => {
      const one = await lockWaiting(tx, id);
      const ending = one && (await settle(context, tx, one));
      if (ending !== undefined) {
        await endWaiting(tx, id, ending, context.clock.now());
        context.log.info(
          { unmatched: id, kind: one?.kind, ending },
          "a network message was settled",
        );
      }
    });
  } catch (error) {
    // Log the error and continue, so that this message does not delay the others. The next run
    // retries it.
    context.log.error({ err: error, unmatched: id }, "a network message could not be settled");
  }
}

async function settle(context: AppContext, tx: Tx, one: UnmatchedMessage): Promise<Ending> {
  const payment = await findReferencedPayment(tx, one.networkReference);
  if (payment === undefined) {
    return one.kind === "clearing" ? postIfDue(context, tx, one) : undefined;
  }
  if (!isItsAuthorization(one, payment)) {
    return one.kind === "clearing" ? postIfDue(context, tx, one) : "dropped";
  }
  const { kind, final } = one;
  try {
    const stated = amountOf(one);
    await applyStep(context, tx, { ...stated, authorisationId: payment.id, kind, final });
    return "applied";
  } catch (error) {
    if (!(error instanceof Refusal)) {
      throw error;
    }
    // A clearing has been acknowledged, so the merchant expects the money. Other messages need no
    // action.
    return kind === "clearing" ? post(context, tx, one) : "dropped";
  }
}

function isItsAuthorization(one: UnmatchedMessage, payment: NamedPayment): boolean {
  return payment.cardId === one.cardId && payment.status !== "declined";
}

async function postIfDue(context: AppContext, tx: Tx, one: UnmatchedMessage): Promise<Ending> {
  return one.receivedAt <= clearedBefore(context) ? post(context, tx, one) : undefined;
}

async function post(context: AppContext, tx: Tx, one: UnmatchedMessage): Promise<Ending> {
  const { cardId: id, customerId, merchant } = one;
  const price = await priceNow(context, tx, one);
  const { approved } = await postWithoutAuthorizationWithin(
    context,
    tx,
    { id, customerId },
    {
      kind: "force_post",
      merchant,
      ...price,
      labels: ["unmatched"],
    },
  );
  return approved ? "posted" : undefined;
}

/**
 * Prices a clearing at the rate of this moment. Without one, its worth when it arrived applies.
 */
async function priceNow(
  context: AppContext,
  tx: Tx,
  { currency, amountMinor, merchantAmount }: UnmatchedMessage,
) {
  const asReceived = { currency, amountMinor: amountMinor ?? 0n };
  if (merchantAmount === null) {
    return asReceived;
  }
  const price = await priceSettled(context, tx, { currency }, merchantAmount, "force_post");
  return "unpriced" in price ? asReceived : price;
}

/** Starts the job that settles unmatched messages. */
export function startSettlingUnmatched(context: AppContext): void {
  context.jobs.every(INTERVAL_MS, "unmatched-messages", () => settleUnmatched(context));
}
