import type { Fix, Grant, WireTraceEntry } from "@tessera/contract/authorization/risk.schemas";
import { type CurrencyCode, formatAmount, parseAmount } from "@tessera/money";
import type { LimitName } from "../../../../lib/card-limits.ts";
import { shortfall, signedMinor } from "../../../../lib/signed-amount.ts";

/** What is known of the card now; a payment is explained as the card was then. */
export interface CardNow {
  /** What it can pay, as a wire amount. */
  readonly available: string;
  /** Whether a freeze is there that its owner can lift. */
  readonly frozen: boolean;
  /** Whether it is on hold for verification. */
  readonly held: boolean;
  readonly owes: boolean;
  /** The limits that its owner set, and what counts in each, as wire amounts. */
  readonly ownLimits: Readonly<Record<LimitName, OwnLimitNow>>;
}

export interface OwnLimitNow {
  /** Null where the owner set none. */
  readonly limit: string | null;
  readonly spent: string;
}

interface Stopped {
  /** Wire amount of the payment. */
  readonly amount: string;
  readonly currency: CurrencyCode;
  readonly trace: readonly WireTraceEntry[];
  readonly fixes: readonly Fix[];
}

/** A fix as it is offered now. */
export interface OfferedFix extends Fix {
  /** Nothing is left to do about it. */
  readonly done: boolean;
  /** What an owner's limit must be raised to, as a wire amount. */
  readonly raiseTo?: string | undefined;
}

/**
 * The fixes as they stand now: what was added or lifted meanwhile is done, and rules that are
 * raised are raised together, by what the one that lacks most lacks. Where a rule has no limit,
 * raising the others lets nothing pass, so it is not offered.
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

/** Two checks may be helped by the same thing; of two waits the longer one comes later. */
function unlike(fixes: readonly OfferedFix[]): OfferedFix[] {
  return fixes.filter(
    ({ kind, limit }, index) =>
      fixes.findLastIndex((other) => other.kind === kind && other.limit === limit) === index,
  );
}

function asItStands(
  fix: Fix,
  { amount, currency }: Stopped,
  now: CardNow | undefined,
  at: Date,
): OfferedFix {
  switch (fix.kind) {
    case "top_up": {
      if (now === undefined) {
        return { ...fix, done: false };
      }
      const lacks = shortfall(amount, now.available, currency);
      return lacks === undefined ? { ...fix, done: true } : { ...fix, amount: lacks, done: false };
    }
    case "unfreeze":
      return { ...fix, done: now?.frozen === false };
    case "verify":
      return { ...fix, done: now?.held === false };
    case "repay":
      return { ...fix, done: now?.owes === false };
    case "raise_card_limit":
      return raisedLimit(fix, amount, currency, now);
    case "wait":
      return { ...fix, done: fix.at !== undefined && new Date(fix.at) <= at };
    default:
      return { ...fix, done: false };
  }
}

/** The payment counts with what its owner's limit counts now; it may be another day by now. */
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

/** The grant that a payment has, the newest one; `undefined` where none was ever made. */
export function grantOf(
  grants: readonly Grant[] | undefined,
  movementId: string,
): Grant | undefined {
  return grants?.find((grant) => grant.movementId === movementId && grant.status !== "revoked");
}

/** Whether nothing that is known stands in the way of another try any more. */
export function isCleared(fixes: readonly OfferedFix[], isAllowed: boolean): boolean {
  const isSettled = ({ kind, done }: OfferedFix) =>
    done || (isAllowed && (kind === "allow_once" || kind === "raise_until"));
  return fixes.length > 0 && fixes.every(isSettled);
}
