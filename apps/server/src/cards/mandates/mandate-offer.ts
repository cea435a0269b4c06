import { feeOf, MAX_AMOUNT_MINOR } from "@tessera/money";
import type { CardSegmentRow } from "../../db/tables/issuing.tables.ts";
import type { Tx } from "../../platform/context.ts";
import { listActiveSegments } from "../issuance/index.ts";
import { feeScheduleAt, feesOfSegment } from "../pricing/index.ts";
import type { MandateRow } from "./mandates.tables.ts";

/** What a mandate's card costs, in minor units of the mandate's currency. */
export interface Offer {
  readonly segment: CardSegmentRow;
  readonly openingFeeMinor: bigint;
  readonly loadFeeMinor: bigint;
  /** The ceiling and both fees. */
  readonly totalMinor: bigint;
}

/**
 * Returns what a mandate's card costs from each product that suits it, the cheapest first: in the
 * mandate's currency, in stock, and with limits that let the ceiling pass in one payment.
 */
export async function offersFor(
  tx: Tx,
  { currency, ceiling_minor: ceilingMinor }: Pick<MandateRow, "currency" | "ceiling_minor">,
  now: Date,
): Promise<Offer[]> {
  const schedule = await feeScheduleAt(tx, now);
  const segments = await listActiveSegments(tx);
  return segments
    .filter(
      (segment) =>
        segment.currency === currency &&
        segment.stock > 0 &&
        segment.per_transaction_limit_minor >= ceilingMinor &&
        segment.daily_limit_minor >= ceilingMinor &&
        segment.monthly_limit_minor >= ceilingMinor,
    )
    .map((segment) => {
      const fees = feesOfSegment(schedule, segment);
      const openingFeeMinor = fees.cardOpeningFeeMinor;
      const loadFeeMinor = feeOf(ceilingMinor, fees.cardDepositBasisPoints);
      const totalMinor = ceilingMinor + openingFeeMinor + loadFeeMinor;
      return { segment, openingFeeMinor, loadFeeMinor, totalMinor };
    })
    .filter(({ totalMinor }) => totalMinor <= MAX_AMOUNT_MINOR)
    .toSorted((a, b) => (a.totalMinor < b.totalMinor ? -1 : 1));
}
