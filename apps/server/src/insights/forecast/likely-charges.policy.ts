import { type PaidOn, type Recurrence, recurrenceOf } from "./recurrence.policy.ts";

/** A payment to a merchant, or one that was declined. Minor units. */
export interface Charge extends PaidOn {
  readonly id: string;
  readonly at: Date;
}

/** What one merchant took of a card and tried to take, the oldest first. */
export interface MerchantHistory {
  readonly title: string;
  readonly paid: readonly Charge[];
  /** Declines, all of them recent enough to be tried again. */
  readonly declined: readonly Charge[];
}

/** A merchant that is likely to charge a card. */
export interface Likely {
  readonly title: string;
  /** Its newest payment or try. */
  readonly last: Charge;
  readonly amountMinor: bigint;
  readonly recurrence: Recurrence | undefined;
  /** Declines since it was last paid. */
  readonly tries: number;
}

/** Somebody who was declined once may have given up; who came back will come again. */
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
  // What it asked for and did not get is what it will ask for.
  const amountMinor = lastTried?.amountMinor ?? recurrence?.amountMinor ?? last.amountMinor;
  return { title, last, amountMinor, recurrence, tries: tried.length };
}

function soonestFirst(a: Likely, b: Likely): number {
  const [first = "", second = ""] = [a.recurrence?.expectedOn, b.recurrence?.expectedOn];
  const sameDay = a.title < b.title ? -1 : 1;
  return first === second ? sameDay : first < second ? -1 : 1;
}

/**
 * The merchants that are likely to charge a card: in a rhythm, or again after a decline. Those
 * without a day come first, then the soonest.
 */
export function likelyCharges(histories: readonly MerchantHistory[], today: string): Likely[] {
  return histories.flatMap((history) => likelyOf(history, today) ?? []).sort(soonestFirst);
}

/** One charge that is expected on a day. */
export interface Forecast {
  readonly likely: Likely;
  readonly on: string;
}

/**
 * What is expected up to and including a day, the soonest first. What is overdue counts; a
 * merchant that was only declined does not, since nobody knows when it tries again.
 */
export function forecastUntil(charges: readonly Likely[], day: string): Forecast[] {
  return charges
    .flatMap((likely) =>
      (likely.recurrence?.occurrencesUntil(day) ?? []).map((on) => ({ likely, on })),
    )
    .sort((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1));
}
