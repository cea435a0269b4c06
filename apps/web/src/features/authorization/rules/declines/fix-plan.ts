import type { Fix, Grant, WireTraceEntry } from "@tessera/contract/authorization/risk.schemas";
import { type CurrencyCode, formatAmount, parseAmount } from "@tessera/money";
import type { LimitName } from "../../../../lib/card-limits.ts";
import { shortfall, signedMinor } from "../../../../lib/signed-amount.ts";

/** The current state of the card. An explanation describes the card at the time of the payment. */
export interface CardNow {
  /** Available balance, as a wire amount. */
  readonly available: string;
  /** True if the card has a freeze that its owner can lift. */
  readonly frozen: boolean;
  /** True if the card is on hold for verification. */
  readonly held: boolean;
  readonly owes: boolean;
  /** True if the card pays in other currencies. */
  readonly paysForeign: boolean;
  /** The limits set by the owner and how much of each has been used, as wire amounts. */
  readonly ownLimits: Readonly<Record<LimitName, OwnLimitNow>>;
}

export interface OwnLimitNow {
  /** The limit as a wire amount; null if the owner set none. */
  readonly limit: string | null;
  readonly spent: string;
}

interface Stopped {
  /** The payment's amount, as a wire amount. */
  readonly amount: string;
  readonly currency: CurrencyCode;
  readonly trace: readonly WireTraceEntry[];
  readonly fixes: readonly Fix[];
}

/** A fix with its current state. */
export interface OfferedFix extends Fix {
  /** True if there is nothing left to do. */
  readonly done: boolean;
  /** The value that the owner's limit must be raised to, as a wire amount. */
  readonly raiseTo?: string | undefined;
}

/**
 * Returns the fixes in their current state; fixes applied in the meantime are marked done. One fix
 * raises all limits, by the largest amount that any of the rules needs. If one of the rules has no
 * limit, raising the others would not help, so that fix is left out.
 */
export function offeredFixes(stopped: Stopped, now: CardNow | undefined, at: Date): OfferedFix[] {
  const raise = raiseOf(stopped);
  const others = stopped.fixes
    .filter(({ kind }) => kind !== "raise_until")
    .map((fix) => asItStands(fix, stopped, now, at));
  const once = others.findIndex(({ kind }) => kind === "allow_once");
  return raise === undefined
    ? unlike(others)
    : unlike(others.toSpliced(once + 1, 0, { ...raise, done: false }));
}

/**
 * Removes duplicate fixes, keeping only the last one of each type. If there are several waits, the
 * last one is the longest.
 */
function unlike(fixes: readonly OfferedFix[]): OfferedFix[] {
  return fixes.filter(
    ({ kind, limit }, index) =>
      fixes.findLastIndex((other) => other.kind === kind && other.limit === limit) === index,
  );
}

function asItStands(
  fix: Fix,
  { amount, currency, trace }: Stopped,
  now: CardNow | undefined,
  at: Date,
): OfferedFix {
  switch (fix.kind) {
    case "top_up": {
      if (now === undefined) {
        return { ...fix, done: false };
      }
      // The check also counts the buffer that is held for a payment in another currency.
      const needed = trace.find(({ check }) => check === "balance")?.attempted ?? amount;
      const lacks = shortfall(needed, now.available, currency);
      return lacks === undefined ? { ...fix, done: true } : { ...fix, amount: lacks, done: false };
    }
    case "unfreeze":
      return { ...fix, done: now?.frozen === false };
    case "verify":
      return { ...fix, done: now?.held === false };
    case "repay":
      return { ...fix, done: now?.owes === false };
    case "allow_currencies":
      return { ...fix, done: now?.paysForeign === true };
    case "raise_card_limit":
      return raisedLimit(fix, amount, currency, now);
    case "wait":
      return { ...fix, done: fix.at !== undefined && new Date(fix.at) <= at };
    default:
      return { ...fix, done: false };
  }
}

/**
 * Uses the owner's current spending, because a new day or month may have begun since the payment.
 */
function raisedLimit(
  fix: Fix,
  amount: string,
  currency: CurrencyCode,
  now: CardNow | undefined,
): OfferedFix {
  const own = fix.limit === undefined ? undefined : now?.ownLimits[fix.limit];
  if (own === undefined) {
    return { ...fix, done: false };
  }
  const minor = (text: string) => signedMinor(text, currency) ?? 0n;
  const needed = minor(own.spent) + minor(amount);
  return own.limit === null || minor(own.limit) >= needed
    ? { ...fix, done: true }
    : { ...fix, done: false, raiseTo: formatAmount(needed, currency) };
}

function raiseOf({ trace, fixes, currency }: Stopped): Fix | undefined {
  const stopping = trace.filter(({ check, passed }) => check === "strategy" && !passed);
  const raises = fixes.filter(({ kind }) => kind === "raise_until");
  if (raises.length === 0 || raises.length < stopping.length) {
    return undefined;
  }
  const minor = ({ amount }: Fix) =>
    (amount === undefined ? undefined : parseAmount(amount, currency)) ?? 0n;
  return raises.reduce((most, one) => (minor(one) > minor(most) ? one : most));
}

/** Returns the newest active grant of a payment, or `undefined` if it has none. */
export function grantOf(
  grants: readonly Grant[] | undefined,
  movementId: string,
): Grant | undefined {
  return grants?.find((grant) => grant.movementId === movementId && grant.status !== "revoked");
}

/** Returns true if no known check would still block a retry. */
export function isCleared(fixes: readonly OfferedFix[], isAllowed: boolean): boolean {
  const isSettled = ({ kind, done }: OfferedFix) =>
    done || (isAllowed && (kind === "allow_once" || kind === "raise_until"));
  return fixes.length > 0 && fixes.every(isSettled);
}
