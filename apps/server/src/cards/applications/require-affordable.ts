import { accountOf } from "../../identity/people/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import type { CardOrder } from "../issuance/index.ts";
import { segmentFeesAt } from "../pricing/index.ts";

/**
 * Rejects an order that cannot be paid for, before an external issuer creates a card for nothing.
 * The check is repeated later, with the money locked.
 *
 * @throws Refusal `segment_out_of_stock`, `insufficient_funds`
 */
export async function requireAffordable(
  { db, ledger }: Pick<AppContext, "db" | "ledger">,
  { segment, customerId, now }: CardOrder,
): Promise<void> {
  if (segment.stock <= 0) {
    throw new Refusal("segment_out_of_stock");
  }
  const { kysely } = db;
  const fees = await segmentFeesAt(kysely, now, segment);
  const account = await accountOf(kysely, customerId, segment.currency);
  const [balance] = await ledger.balances(kysely, [account]);
  if (balance === undefined || balance.availableMinor < fees.cardOpeningFeeMinor) {
    throw new Refusal("insufficient_funds");
  }
}
