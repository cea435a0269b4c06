import type { LikelyCharges } from "@tessera/contract/outlook/outlook.schemas";
import type { AppContext } from "../../platform/context.ts";
import { findCard, type OutlookQuery } from "./find-card.ts";
import { findLikelyCharges } from "./merchant-histories.ts";
import { presentLikely } from "./outlook.presenter.ts";

/**
 * The merchants that are likely to charge a card: whom a freeze or a closing would turn away.
 *
 * @throws Refusal `not_found`
 */
export async function readLikelyCharges(
  context: AppContext,
  query: OutlookQuery,
): Promise<LikelyCharges> {
  const tx = context.db.kysely;
  const atHand = await findCard(context, tx, query);
  const { likely, dataOf } = await findLikelyCharges(context, tx, atHand);
  const { currency } = atHand.card;
  return {
    currency,
    asOf: atHand.now.toISOString(),
    today: atHand.period.day,
    data: likely.map((one) => presentLikely(one, dataOf(one.last), currency)),
  };
}
