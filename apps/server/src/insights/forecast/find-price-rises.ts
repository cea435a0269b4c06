import type { CurrencyCode } from "@tessera/money";
import { periodIn } from "../../authorization/decision/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { type ChargeRow, selectCharges } from "./charges.repository.ts";
import { LOOK_BACK_DAYS, PAID, ROWS_SEARCHED } from "./merchant-histories.ts";
import { recurrenceOf } from "./recurrence.policy.ts";

const DAY_MS = 86_400_000;

/** A price increase at a merchant with recurring charges, in minor units. */
export interface PriceRise {
  /** The id of the first payment at the new price. */
  readonly movementId: string;
  readonly at: Date;
  readonly cardId: string;
  readonly merchantName: string;
  readonly currency: CurrencyCode;
  readonly fromMinor: bigint;
  readonly toMinor: bigint;
}

function riseOf(charges: readonly ChargeRow[], today: string): PriceRise[] {
  const rise = recurrenceOf(charges, today)?.priceRise;
  const first = charges.find(({ day }) => day === rise?.since);
  if (rise === undefined || first === undefined) {
    return [];
  }
  const { id: movementId, at, cardId, title: merchantName, currency } = first;
  const { fromMinor, toMinor } = rise;
  return [{ movementId, at, cardId, merchantName, currency, fromMinor, toMinor }];
}

/**
 * Finds merchants that increased the price of recurring charges on a customer's cards, or on one of
 * the cards, if the first payment at the new price was made since a given time. Always uses a
 * single statement.
 */
export async function findPriceRises(
  context: AppContext,
  tx: Tx,
  asked: {
    readonly customerId: string;
    readonly cardId: string | undefined;
    readonly since: Date;
  },
): Promise<PriceRise[]> {
  const { timeZone } = context.config;
  const now = context.clock.now();
  const rows = await selectCharges(tx, {
    customerId: asked.customerId,
    cardId: asked.cardId,
    since: new Date(now.getTime() - LOOK_BACK_DAYS * DAY_MS),
    // A declined payment does not count as a price increase.
    triedSince: now,
    rows: ROWS_SEARCHED,
    timeZone,
  });
  const paid = rows.filter(({ amountMinor, status }) => amountMinor > 0n && PAID.has(status));
  const today = periodIn(timeZone, now).day;
  return [...Map.groupBy(paid, ({ cardId, title }) => `${cardId} ${title}`).values()]
    .flatMap((charges) => riseOf(charges, today))
    .filter(({ at }) => at >= asked.since);
}
