import { type CurrencyCode, isCurrency, RATE_SCALE } from "@tessera/money";
import { jumps, type RateBounds } from "./rate-bounds.policy.ts";

/** A rate that jumped, times `RATE_SCALE`. */
interface HeldBackRate {
  /** The last rate that was in force. */
  readonly before: bigint;
  /** The rate that waits for a later sheet to confirm it. */
  readonly jumped: bigint;
}

/** Rates that jumped, by ISO 4217 code. */
type HeldBackRates = Readonly<Record<string, HeldBackRate>>;

/** A sheet as this policy sees it: rates per euro, times `RATE_SCALE`. */
interface Sheet {
  readonly ratedAt: Date;
  readonly perEuro: Readonly<Record<CurrencyCode, bigint>>;
  readonly others?: Readonly<Record<string, bigint>>;
  readonly heldBack?: HeldBackRates;
}

/** What becomes of a currency's rate in a sheet: it is in force, held back, or left out. */
type Judged =
  | { readonly trusted: bigint }
  | { readonly heldBack: HeldBackRate }
  | { readonly leftOut: true };

/** Judges a currency's fetched rate by the sheet in force. */
function judge(
  { code, scaled, isSameDay }: { code: string; scaled: bigint; isSameDay: boolean },
  last: Sheet,
  maxJumpBasisPoints: number,
): Judged {
  const isNear = (one: bigint) => !jumps([one], [scaled], maxJumpBasisPoints);
  const earlier = ownOf(last.others, code);
  if (earlier !== undefined) {
    return isNear(earlier)
      ? { trusted: scaled }
      : { heldBack: { before: earlier, jumped: scaled } };
  }
  const held = ownOf(last.heldBack, code);
  if (held === undefined) {
    return isSameDay ? { leftOut: true } : { trusted: scaled };
  }
  const isConfirmed = !isSameDay && isNear(held.jumped);
  return isConfirmed || isNear(held.before)
    ? { trusted: scaled }
    : { heldBack: { before: held.before, jumped: scaled } };
}

/**
 * Holds back the other currencies whose rate has jumped since the sheet in force. Payments in such
 * a currency are declined until a later sheet confirms the new rate, or returns to the one before.
 * A sheet of the same day, fetched again, confirms nothing, and neither does a later one with a
 * third rate, which is held back instead.
 */
export function withoutJumps<T extends Sheet>(
  fetched: T,
  last: Sheet | undefined,
  { maxJumpBasisPoints }: Pick<RateBounds, "maxJumpBasisPoints">,
): T {
  if (fetched.others === undefined || last?.others === undefined) {
    return fetched;
  }
  const isSameDay = last.ratedAt.getTime() === fetched.ratedAt.getTime();
  const others: Record<string, bigint> = {};
  // A currency that is missing from one sheet is still unconfirmed in the next.
  const heldBack: Record<string, HeldBackRate> = { ...last.heldBack };
  for (const [code, scaled] of Object.entries(fetched.others)) {
    const judged = judge({ code, scaled, isSameDay }, last, maxJumpBasisPoints);
    delete heldBack[code];
    if ("trusted" in judged) {
      others[code] = judged.trusted;
    } else if ("heldBack" in judged) {
      heldBack[code] = judged.heldBack;
    }
  }
  return { ...fetched, others, heldBack };
}

/** Returns an entry of a record by a code that a source chose. */
function ownOf<T>(record: Readonly<Record<string, T>> | undefined, code: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, code) ? record[code] : undefined;
}

/** Returns the units of a currency per euro, times `RATE_SCALE`; undefined if there is no rate. */
export function perEuroOf({ perEuro, others }: Sheet, code: string): bigint | undefined {
  if (isCurrency(code)) {
    return code === "EUR" ? RATE_SCALE : perEuro[code];
  }
  return ownOf(others, code);
}
