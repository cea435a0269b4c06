import { isFlagged } from "../../back-office/cases/index.ts";
import { programSettings } from "../../back-office/program/index.ts";
import { worthInDollars } from "../../money-movement/rates/index.ts";
import type { AppContext } from "../../platform/context.ts";
import type { CardOrder } from "../issuance/index.ts";
import { segmentFeesAt } from "../pricing/index.ts";
import { countApplications } from "./applications.repository.ts";

const DAY_MS = 86_400_000;

/** Returns the reasons for reviewing an application before a card is issued. Usually empty. */
export async function reviewReasons(context: AppContext, order: CardOrder): Promise<string[]> {
  const { customerId, segment, now } = order;
  const { kysely } = context.db;
  const { cardsADay, premium } = context.config.cardReview;
  const since = new Date(now.getTime() - DAY_MS);
  const [flagged, lately, isDear] = await Promise.all([
    isFlagged(kysely, customerId),
    countApplications(kysely, customerId, since),
    isFeeHigh(context, order),
  ]);
  return [
    ...(flagged ? ["flagged"] : []),
    ...(lately >= cardsADay ? ["many_cards"] : []),
    ...(premium && segment.type === "premium" ? ["premium_card"] : []),
    ...(isDear ? ["high_fee"] : []),
  ];
}

/** Returns whether the opening fee exceeds the program's limit for issuing without a review. */
async function isFeeHigh(context: AppContext, { segment, now }: CardOrder): Promise<boolean> {
  const { kysely } = context.db;
  const [{ application }, fees] = await Promise.all([
    programSettings(context, kysely),
    segmentFeesAt(kysely, now, segment),
  ]);
  const fee = { amountMinor: fees.cardOpeningFeeMinor, currency: segment.currency };
  const worth = await worthInDollars(context, fee);
  // Without exchange rates, the fee's value in dollars is unknown, so the application is reviewed.
  return worth === undefined ? fee.amountMinor > 0n : worth > application.reviewAboveMinor;
}
