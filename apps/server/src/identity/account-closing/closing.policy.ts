import type {
  ClosingEffect,
  ClosingKind,
} from "@tessera/contract/identity/account-closing.schemas";
import {
  CLOSING_COOLING_DAYS,
  CLOSING_REMINDER_DAYS,
} from "@tessera/contract/identity/closing-figures";
import type { CurrencyCode } from "@tessera/money";

const DAY_MS = 86_400_000;

/** Amounts by currency, in minor units; all positive. */
export type Amounts = ReadonlyMap<CurrencyCode, bigint>;

const EFFECTS: Readonly<Record<ClosingKind, ClosingEffect>> = {
  security_hold: "blocks",
  blocked_account: "blocks",
  debt: "blocks",
  frozen_by_operator: "blocks",
  withdrawable: "blocks",
  card_payment: "delays",
  withdrawal: "delays",
  deposit: "delays",
  application: "delays",
  review: "delays",
  card: "ends",
  scheduled_card: "ends",
  recurring_merchant: "ends",
  conversation: "ends",
};

/** Returns how a type of item affects the account closure. */
export function effectOf(kind: ClosingKind): ClosingEffect {
  return EFFECTS[kind];
}

/**
 * Returns whether a closure must wait for items of a type before it can complete. Money and cards
 * are checked separately: money must be covered by the confirmed amounts ({@link isCovered}), and
 * cards must be closed.
 */
export function endWaitsFor(kind: ClosingKind): boolean {
  return kind === "card" || (kind !== "withdrawable" && EFFECTS[kind] !== "ends");
}

/** Returns the end of the cooling-off period for a request made at a given time. */
export function coolingEnd(askedAt: Date): Date {
  return new Date(askedAt.getTime() + CLOSING_COOLING_DAYS * DAY_MS);
}

/** Returns when the reminder is due, given the end of the cooling-off period. */
export function reminderDue(endsAt: Date): Date {
  return new Date(endsAt.getTime() - CLOSING_REMINDER_DAYS * DAY_MS);
}

/** Returns the latest end of a cooling-off period for which a reminder is due at a given time. */
export function remindedUntil(now: Date): Date {
  return new Date(now.getTime() + CLOSING_REMINDER_DAYS * DAY_MS);
}

/** Returns whether two sets of amounts are equal to the cent. */
export function sameAmounts(a: Amounts, b: Amounts): boolean {
  return a.size === b.size && [...a].every(([currency, minor]) => b.get(currency) === minor);
}

/** Returns whether no remaining amount exceeds the confirmed amount. */
export function isCovered(remaining: Amounts, named: Amounts): boolean {
  return [...remaining].every(([currency, minor]) => minor <= (named.get(currency) ?? 0n));
}
