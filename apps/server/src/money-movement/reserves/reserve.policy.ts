import type { ReservePlace } from "@tessera/contract/money-movement/reserves.schemas";
import { RATE_SCALE } from "@tessera/money";

/** What a place holds of an asset, in minor units or hundredths. */
export interface PlaceBalance {
  readonly asset: string;
  readonly kind: ReservePlace["kind"];
  readonly name: string;
  /** Whether the ledger has an account for what is held there. */
  readonly isBooked: boolean;
  /** Undefined if it could not be read. */
  readonly heldMinor: bigint | undefined;
  /** When the balance was true. */
  readonly at: Date | undefined;
  /** Why it could not be read. */
  readonly fault: string | undefined;
}

/** Returns what places hold together; undefined if one of them could not be read. */
export function heldIn(places: readonly Pick<PlaceBalance, "heldMinor">[]): bigint | undefined {
  let sum = 0n;
  for (const { heldMinor } of places) {
    if (heldMinor === undefined) {
      return undefined;
    }
    sum += heldMinor;
  }
  return sum;
}

/** Returns what is missing: how much less is held than the ledger says. Never negative. */
export function missingMinor(bookedMinor: bigint, heldMinor: bigint): bigint {
  return bookedMinor > heldMinor ? bookedMinor - heldMinor : 0n;
}

/** What is held and owed of an asset, with its price. */
export interface PricedReserve {
  readonly heldMinor: bigint | undefined;
  readonly owedMinor: bigint;
  /** US dollars for one unit, times `RATE_SCALE`; undefined if there is no rate. */
  readonly dollarsScaled: bigint | undefined;
}

/** All assets together, in US cents. */
export interface ReserveTotal {
  readonly heldMinor: bigint;
  readonly owedMinor: bigint;
}

/**
 * Adds up all assets in US cents: what is held rounded down, what is owed rounded up.
 *
 * @returns undefined if the balance or the price of any asset is unknown
 */
export function totalOf(reserves: readonly PricedReserve[]): ReserveTotal | undefined {
  let heldMinor = 0n;
  let owedMinor = 0n;
  for (const { heldMinor: held, owedMinor: owed, dollarsScaled } of reserves) {
    if (held === undefined || (dollarsScaled === undefined && (held !== 0n || owed !== 0n))) {
      return undefined;
    }
    const price = dollarsScaled ?? 0n;
    heldMinor += (held * price) / RATE_SCALE;
    owedMinor += (owed * price + RATE_SCALE - 1n) / RATE_SCALE;
  }
  return { heldMinor, owedMinor };
}

/** Returns what is held as a part of what is owed, which is not zero. Rounds down. */
export function coverageOf({ heldMinor, owedMinor }: ReserveTotal): number {
  const perTenThousand = (heldMinor * 10_000n) / owedMinor;
  return Number(perTenThousand) / 10_000;
}
