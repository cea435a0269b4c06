import type { AppContext, Tx } from "../../platform/context.ts";
import { findCard, type OutlookQuery } from "./find-card.ts";
import { findLikelyCharges } from "./merchant-histories.ts";

/** A charge that is expected from a merchant with recurring charges. */
export interface ExpectedCharge {
  readonly merchantName: string;
  /** The day on the program's calendar, which may be overdue. */
  readonly expectedOn: string;
  /** In minor units of the card's currency. */
  readonly amountMinor: bigint;
}

/**
 * Finds the next charge of each merchant with recurring charges on a card.
 *
 * @throws Refusal `not_found` if the card does not exist or belongs to another customer
 */
export async function findExpectedCharges(
  context: AppContext,
  tx: Tx,
  query: OutlookQuery,
): Promise<ExpectedCharge[]> {
  const { likely } = await findLikelyCharges(context, tx, await findCard(context, tx, query));
  return likely.flatMap(({ title: merchantName, recurrence, amountMinor }) =>
    recurrence === undefined
      ? []
      : [{ merchantName, expectedOn: recurrence.expectedOn, amountMinor }],
  );
}
