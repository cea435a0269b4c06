import { depositBasisPointsOf, feeScheduleAt, feeSchedulesAt } from "../../cards/pricing/index.ts";
import type { StoredDraw } from "../../db/tables/cards.tables.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Batcher } from "../../platform/jobs/batcher.ts";
import { defineService } from "../../platform/service.ts";
import {
  bufferOf,
  type DrawCeiling,
  type DrawState,
  type PaymentEvent,
} from "../decision/index.ts";
import type { PaymentCard } from "./payment-card.ts";

type DrawingCard = Pick<PaymentCard, "draw" | "drawnDayMinor" | "keepAliveDayMinor">;

/** Reads the fees in force, with one statement for all waiting payments. */
const feesInForce = defineService(
  "fees for drawing",
  ({ db }) =>
    new Batcher((times: readonly Date[]) => feeSchedulesAt(db, times), {
      maxItems: 128,
      maxInFlight: 2,
    }),
);

/**
 * Reads what a card may draw on its customer's account; undefined, without a query, for a card that
 * does not draw.
 *
 * @param tx the transaction to read in, if there is one
 */
export async function readDraw(
  context: AppContext,
  { draw, drawnDayMinor, keepAliveDayMinor }: DrawingCard,
  now: Date,
  tx?: Tx,
): Promise<DrawState | undefined> {
  if (draw === null || !context.config.cards.drawOnAccount) {
    return undefined;
  }
  const { cardDepositBasisPoints } = await (tx === undefined
    ? context.use(feesInForce).submit(now)
    : feeScheduleAt(tx, now));
  return {
    accountMinor: BigInt(draw.availableMinor),
    isStopped: draw.isStopped,
    feeBasisPoints: depositBasisPointsOf(cardDepositBasisPoints, draw.productFeeBasisPoints),
    general: ceilingOf(draw, drawnDayMinor),
    keepAlive: ceilingOf(draw.keepAlive, keepAliveDayMinor),
  };
}

/** Returns a ceiling as the owner has set it; null if none is set. */
function ceilingOf(
  stored: Pick<StoredDraw, "dailyMinor" | "feeBasisPoints" | "merchants"> | null,
  usedMinor: bigint,
): DrawCeiling | null {
  const ceilingMinor = BigInt(stored?.dailyMinor ?? 0);
  return stored === null || ceilingMinor === 0n
    ? null
    : {
        ...{ ceilingMinor, usedMinor, merchants: stored.merchants },
        agreedFeeBasisPoints: stored.feeBasisPoints,
      };
}

/** Reads the same for a payment; undefined, without a query, if the card's balance covers it. */
export async function drawStateOf(
  context: AppContext,
  card: DrawingCard & Pick<PaymentCard, "availableMinor">,
  { amountMinor, exchange }: Pick<PaymentEvent, "amountMinor" | "exchange">,
  { now }: { readonly now: Date },
  tx?: Tx,
): Promise<DrawState | undefined> {
  const isCovered = amountMinor + bufferOf(exchange) <= card.availableMinor;
  return isCovered ? undefined : readDraw(context, card, now, tx);
}
