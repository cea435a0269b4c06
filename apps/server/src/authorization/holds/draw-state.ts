import { depositBasisPointsOf, feeScheduleAt } from "../../cards/pricing/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { bufferOf, type DrawState, type PaymentEvent } from "../decision/index.ts";
import type { PaymentCard } from "./payment-card.ts";

type DrawingCard = Pick<PaymentCard, "draw" | "drawnDayMinor">;

/**
 * Reads what a card may draw on its customer's account; undefined, without a query, for a card that
 * does not draw.
 */
export async function readDraw(
  context: AppContext,
  { draw, drawnDayMinor: usedMinor }: DrawingCard,
  now: Date,
  tx: Tx,
): Promise<DrawState | undefined> {
  if (draw === null || !context.config.cards.drawOnAccount) {
    return undefined;
  }
  const { cardDepositBasisPoints } = await feeScheduleAt(tx, now);
  return {
    ceilingMinor: BigInt(draw.dailyMinor),
    usedMinor,
    accountMinor: BigInt(draw.availableMinor),
    isStopped: draw.isStopped,
    feeBasisPoints: depositBasisPointsOf(cardDepositBasisPoints, draw.productFeeBasisPoints),
    agreedFeeBasisPoints: draw.feeBasisPoints,
    merchants: draw.merchants,
  };
}

/** Reads the same for a payment; undefined, without a query, if the card's balance covers it. */
export async function drawStateOf(
  context: AppContext,
  card: DrawingCard & Pick<PaymentCard, "availableMinor">,
  { amountMinor, exchange }: Pick<PaymentEvent, "amountMinor" | "exchange">,
  { now }: { readonly now: Date },
  tx: Tx = context.db.urgent.kysely,
): Promise<DrawState | undefined> {
  const isCovered = amountMinor + bufferOf(exchange) <= card.availableMinor;
  return isCovered ? undefined : readDraw(context, card, now, tx);
}
