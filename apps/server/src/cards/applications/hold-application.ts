import { parseAmount } from "@tessera/money";
import { openCase } from "../../back-office/cases/index.ts";
import { accountOf, requireNoClosing } from "../../identity/people/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import type { CardOrder } from "../issuance/index.ts";
import { KeyUsedError, postFee } from "../issuance/index.ts";
import { segmentFeesAt } from "../pricing/index.ts";
import { type ApplicationWithSegment, insertApplication } from "./applications.repository.ts";
import { heldMovement, holdOf } from "./held-fee.ts";

/**
 * Stores an application for review: holds its opening fee and opens a case.
 *
 * @throws Refusal `price_changed`, `segment_out_of_stock`, `insufficient_funds`,
 * `account_suspended`
 * @throws KeyUsedError
 */
export async function holdApplication(
  context: AppContext,
  order: CardOrder,
  reasons: readonly string[],
): Promise<ApplicationWithSegment> {
  const { segment, customerId, applicationId } = order;
  const { currency, network, type } = segment;
  if (segment.stock <= 0) {
    throw new Refusal("segment_out_of_stock");
  }
  return inTransaction(context.db, async (tx) => {
    await requireNoClosing(tx, customerId);
    const fees = await segmentFeesAt(tx, order.now, segment);
    const feeMinor = fees.cardOpeningFeeMinor;
    if (parseAmount(order.openingFee, currency) !== feeMinor) {
      throw new Refusal("price_changed");
    }
    const account = await accountOf(tx, customerId, currency);
    const hold = holdOf(account, feeMinor, order.now);
    const application = {
      id: applicationId,
      customer_id: customerId,
      segment_id: segment.id,
      nickname: order.nickname ?? null,
      opening_fee_minor: feeMinor,
      fee_schedule_version: fees.version,
      status: "reviewing" as const,
      card_id: null,
      client_key: order.clientKey,
      usage: order.usage,
      billing_address: { wanted: order.billingAddress },
      hold_id: hold?.holdId ?? null,
      created_at: order.now,
    };
    if (!(await insertApplication(tx, application))) {
      throw new KeyUsedError();
    }
    await postFee(context, tx, heldMovement(order, feeMinor, hold));
    const amount = { amountMinor: feeMinor, currency };
    await openCase(context, tx, {
      kind: "card_application",
      subjectId: applicationId,
      customerId,
      ...(feeMinor > 0n ? amount : { amountMinor: null, currency: null }),
      reasons,
      ...(order.nickname !== undefined && { label: order.nickname }),
      needsTwo: false,
    });
    return { ...application, network, type, currency };
  });
}
