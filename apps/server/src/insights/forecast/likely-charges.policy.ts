import { type PaidOn, type Recurrence, recurrenceOf } from "./recurrence.policy.ts";

/** An approved or declined payment to a merchant, in minor units. */
export interface Charge extends PaidOn {
  readonly id: string;
  readonly at: Date;
}

/** A merchant's payments and declines on one card, oldest first. */
export interface MerchantHistory {
  readonly title: string;
  readonly paid: readonly Charge[];
  /** Declines recent enough that the merchant may still retry. */
  readonly declined: readonly Charge[];
}

/** A merchant that is likely to charge a card. */
export interface Likely {
  readonly title: string;
  /** The merchant's newest payment or decline. */
  readonly last: Charge;
  readonly amountMinor: bigint;
  readonly recurrence: Recurrence | undefined;
  /** Number of declines since the merchant's last payment. */
  readonly tries: number;
}

/**
 * Number of declines after which a merchant is expected to retry. After a single decline, the
 * merchant may have given up.
 */
const TRIES_THAT_TELL = 2;

function likelyOf(history: MerchantHistory, today: string): Likely | undefined {
  const { title, paid, declined } = history;
  const recurrence = recurrenceOf(paid, today);
  const lastPaid = paid.at(-1);
  const tried = declined.filter(({ at }) => lastPaid === undefined || at > lastPaid.at);
  const lastTried = tried.at(-1);
  const last = lastTried ?? lastPaid;
  const tells = recurrence !== undefined || tried.length >= TRIES_THAT_TELL;
  if (!tells || last === undefined) {
    return undefined;
  }
  // A merchant that was declined is expected to charge the amount of its last decline.
  const amountMinor = lastTried?.amountMinor ?? recurrence?.amountMinor ?? last.amountMinor;
  return { title, last, amountMinor, recurrence, tries: tried.length };
}

function soonestFirst(a: Likely, b: Likely): number {
  const [first = "", second = ""] = [a.recurrence?.expectedOn, b.recurrence?.expectedOn];
  const sameDay = a.title < b.title ? -1 : 1;
  return first === second ? sameDay : first < second ? -1 : 1;
}

/**
 * Returns the merchants that are likely to charge a card, because they have recurring charges or
 * are retrying after a decline. Merchants without an expected date come first, then the others by
 * date.
 */
export function likelyCharges(histories: readonly MerchantHistory[], today: string): Likely[] {
  return histories.flatMap((history) => likelyOf(history, today) ?? []).sort(soonestFirst);
}

/** A charge that is expected on a given day. */
export interface Forecast {
  readonly likely: Likely;
  readonly on: string;
}

/**
 * Returns the charges expected up to and including a given day, soonest first. Includes overdue
 * charges. Excludes merchants with only declined attempts, since the day of their next retry is
 * unknown.
 */
export function forecastUntil(charges: readonly Likely[], day: string): Forecast[] {
  return charges
    .flatMap((likely) =>
      (likely.recurrence?.occurrencesUntil(day) ?? []).map((on) => ({ likely, on })),
    )
    .sort((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1));
}
