import { formatAmount } from "@tessera/money";
import { findActiveSegment } from "../../cards/issuance/index.ts";
import { segmentFeesAt } from "../../cards/pricing/index.ts";
import type { AppContext } from "../../platform/context.ts";

/** Returns the opening fee for a card product at a given time, as shown to the customer. */
export async function openingFeeAt(
  { db }: AppContext,
  segmentId: string,
  at: Date,
): Promise<string> {
  const segment = await findActiveSegment(db.kysely, segmentId);
  if (segment === undefined) {
    throw new Error(`the demo's segment ${segmentId} is not offered`);
  }
  const { cardOpeningFeeMinor } = await segmentFeesAt(db.kysely, at, segment);
  return formatAmount(cardOpeningFeeMinor, segment.currency);
}
