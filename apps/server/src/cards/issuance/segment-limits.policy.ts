import { CARD_TYPES, type CardSegment } from "@tessera/contract/cards/cards.schemas";
import { CURRENCIES } from "@tessera/money";

/** The spending limits for a segment's cards, in minor units of their currency. */
export interface SegmentLimits extends Pick<CardSegment, "type" | "currency"> {
  readonly per_transaction_limit_minor: bigint;
  readonly daily_limit_minor: bigint;
  readonly monthly_limit_minor: bigint;
}

function higher(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function highest(one: SegmentLimits, other: SegmentLimits): SegmentLimits {
  const { type, currency } = one;
  return {
    type,
    currency,
    per_transaction_limit_minor: higher(
      one.per_transaction_limit_minor,
      other.per_transaction_limit_minor,
    ),
    daily_limit_minor: higher(one.daily_limit_minor, other.daily_limit_minor),
    monthly_limit_minor: higher(one.monthly_limit_minor, other.monthly_limit_minor),
  };
}

/** Returns the highest limits for each combination of type and currency that has a segment. */
export function highestLimits(segments: readonly SegmentLimits[]): SegmentLimits[] {
  return CARD_TYPES.flatMap((type) =>
    CURRENCIES.flatMap((currency) => {
      const [first, ...more] = segments.filter(
        (one) => one.type === type && one.currency === currency,
      );
      return first === undefined ? [] : [more.reduce(highest, first)];
    }),
  );
}
