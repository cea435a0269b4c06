import { type CurrencyCode, lesser } from "@tessera/money";

/** How far a clearing in a merchant category may exceed the authorized amount. */
interface Permitted {
  readonly percent: bigint;
  /** The excess that is always permitted, in minor units; absent if only the percentage applies. */
  readonly leastMinor?: Readonly<Record<CurrencyCode, bigint>>;
}

const TIPPED: Permitted = { percent: 20n };
const STAYS: Permitted = { percent: 15n };
const VEHICLE_RENTAL: Permitted = {
  percent: 15n,
  leastMinor: { USD: 75_00n, EUR: 75_00n, CNY: 500_00n },
};
const NOTHING: Permitted = { percent: 0n };

/** Ranges of ISO 18245 merchant category codes whose final price is known only afterward. */
const RANGES: readonly (readonly [first: number, last: number, permitted: Permitted])[] = [
  [3351, 3500, VEHICLE_RENTAL],
  [3501, 3999, STAYS],
  [4121, 4121, TIPPED],
  [4411, 4411, STAYS],
  [5812, 5814, TIPPED],
  [7011, 7012, STAYS],
  [7032, 7033, STAYS],
  [7230, 7230, TIPPED],
  [7298, 7298, TIPPED],
  [7512, 7519, VEHICLE_RENTAL],
];

/**
 * Returns by how much a clearing may exceed its authorization (decision 0028): 20% for tips and
 * waiting time, 15% for lodging and cruises, the greater of 15% and a fixed amount for vehicle
 * rental, otherwise nothing. In minor units, rounded down.
 */
export function permittedDifference(
  mcc: string,
  authorizedMinor: bigint,
  currency: CurrencyCode,
): bigint {
  const code = Number(mcc);
  const permitted = RANGES.find(([first, last]) => code >= first && code <= last)?.[2] ?? NOTHING;
  const shareMinor = (authorizedMinor * permitted.percent) / 100n;
  const leastMinor = permitted.leastMinor?.[currency] ?? 0n;
  return shareMinor > leastMinor ? shareMinor : leastMinor;
}

/** Returns how much of a permitted difference a mandate's ceiling leaves. In minor units. */
export function differenceWithin(
  ceilingMinor: bigint,
  authorizedMinor: bigint,
  differenceMinor: bigint,
): bigint {
  const leftMinor = ceilingMinor > authorizedMinor ? ceilingMinor - authorizedMinor : 0n;
  return lesser(differenceMinor, leftMinor);
}
