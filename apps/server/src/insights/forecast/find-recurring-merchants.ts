import type { CurrencyCode } from "@tessera/money";
import { periodIn } from "../../authorization/decision/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { selectCharges } from "./charges.repository.ts";
import { LOOK_BACK_DAYS, PAID, ROWS_SEARCHED } from "./merchant-histories.ts";
import { recurrenceOf } from "./recurrence.policy.ts";

const DAY_MS = 86_400_000;

/** A merchant with recurring charges on a card, in minor units. */
interface RecurringMerchant {
  readonly cardId: string;
  readonly title: string;
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
  /**
   * The day of the next charge, such as `2026-11-24`. It is in the past if the charge is overdue.
   */
  readonly expectedOn: string;
}

/**
 * Finds the merchants with recurring charges on any of a customer's cards, sorted by their next
 * charge. Always uses a single statement.
 */
export async function findRecurringMerchants(
  context: AppContext,
  tx: Tx,
  customerId: string,
): Promise<RecurringMerchant[]> {
  const { timeZone } = context.config;
  const now = context.clock.now();
  const rows = await selectCharges(tx, {
    customerId,
    cardId: undefined,
    since: new Date(now.getTime() - LOOK_BACK_DAYS * DAY_MS),
    triedSince: now,
    rows: ROWS_SEARCHED,
    timeZone,
  });
  const paid = rows.filter(({ amountMinor, status }) => amountMinor > 0n && PAID.has(status));
  const today = periodIn(timeZone, now).day;
  return [...Map.groupBy(paid, ({ cardId, title }) => `${cardId} ${title}`).values()]
    .flatMap((charges) => {
      const recurrence = recurrenceOf(charges, today);
      const last = charges.at(-1);
      if (recurrence === undefined || last === undefined) {
        return [];
      }
      const { cardId, title, currency } = last;
      const { amountMinor, expectedOn } = recurrence;
      return [{ cardId, title, currency, amountMinor, expectedOn }];
    })
    .sort((a, b) => (a.expectedOn < b.expectedOn ? -1 : 1));
}
