import { type CurrencyCode, isCurrency, RATE_SCALE } from "@tessera/money";
import { jumps, type RateBounds } from "./rate-bounds.policy.ts";

/** A sheet as this policy sees it: rates per euro, times `RATE_SCALE`. */
interface Sheet {
  readonly ratedAt: Date;
  readonly perEuro: Readonly<Record<CurrencyCode, bigint>>;
  readonly others?: Readonly<Record<string, bigint>>;
}

/**
 * Leaves out the other currencies whose rate has jumped since the sheet in force. Payments in such
 * a currency are declined until a later sheet gives its rate: that sheet is compared with one that
 * lacks the currency, so it confirms the jump. A sheet of the same day, fetched again, confirms
 * nothing.
 */
export function withoutJumps<T extends Sheet>(
  fetched: T,
  last: Sheet | undefined,
  { maxJumpBasisPoints }: Pick<RateBounds, "maxJumpBasisPoints">,
): T {
  const { others } = fetched;
  const before = last?.others;
  if (others === undefined || last === undefined || before === undefined) {
    return fetched;
  }
  const isSameDay = last.ratedAt.getTime() === fetched.ratedAt.getTime();
  const trusted = Object.entries(others).filter(([code, scaled]) => {
    const earlier = before[code];
    return earlier === undefined ? !isSameDay : !jumps([earlier], [scaled], maxJumpBasisPoints);
  });
  return { ...fetched, others: Object.fromEntries(trusted) };
}

/** Returns the units of a currency per euro, times `RATE_SCALE`; undefined if there is no rate. */
export function perEuroOf({ perEuro, others }: Sheet, code: string): bigint | undefined {
  if (isCurrency(code)) {
    return code === "EUR" ? RATE_SCALE : perEuro[code];
  }
  return others !== undefined && Object.hasOwn(others, code) ? others[code] : undefined;
}
