import type { LikelyCharges } from "@tessera/contract/insights/forecast.schemas";
import type { AppContext } from "../../platform/context.ts";
import { type PageQuery, readPageOf } from "../../platform/paging/pages.ts";
import { findCard, type OutlookQuery } from "./find-card.ts";
import { presentLikely } from "./forecast.presenter.ts";
import { findLikelyCharges } from "./merchant-histories.ts";

/**
 * Lists the merchants that are likely to charge a card, and that would be declined if the card were
 * frozen or closed.
 *
 * @throws Refusal `not_found`, or `invalid_input` for a cursor from another list
 */
export async function readLikelyCharges(
  context: AppContext,
  { page, ...query }: OutlookQuery & { readonly page: PageQuery },
): Promise<LikelyCharges> {
  const tx = context.db.kysely;
  const atHand = await findCard(context, tx, query);
  const { likely, dataOf } = await findLikelyCharges(context, tx, atHand);
  const { id, currency } = atHand.card;
  const { rows, nextCursor } = await readPageOf(context, {
    scope: `likely-charges:${id}`,
    query: page,
    rows: likely,
    direction: "asc",
    placeOf: ({ recurrence, title }) => [recurrence?.expectedOn ?? "", title],
  });
  return {
    currency,
    asOf: atHand.now.toISOString(),
    today: atHand.period.day,
    nextCursor,
    data: rows.map((one) => presentLikely(one, dataOf(one.last), currency)),
  };
}
