import type { AppContext } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { IssuerPort } from "../../providers/issuer/issuer.port.ts";
import { ledgerClientKey } from "../cards/index.ts";
import { type ApplicationWithSegment, findApplicationByKey } from "./applications.repository.ts";
import type { ApplyInput, CardOrder } from "./card-order.ts";
import { withFreeNumber } from "./free-number.ts";
import { holdApplication } from "./hold-application.ts";
import { issueCard } from "./issue-card.ts";
import { issueRequestOf, orderKeyOf } from "./issue-request.ts";
import { KeyUsedError } from "./keep-number.ts";
import { requireAffordable } from "./require-affordable.ts";
import { reviewReasons } from "./review-reasons.ts";
import { findActiveSegment } from "./segments.repository.ts";

/**
 * Applies for a card and issues it: fee, stock, number and card in one transaction. One that people
 * look at first holds the fee and waits.
 *
 * @throws Refusal `not_found`, `price_changed`, `segment_out_of_stock`, `insufficient_funds`,
 * `account_suspended`, `idempotency_mismatch`, `issuer_unavailable`
 */
export async function applyForCard(
  context: AppContext,
  issuer: IssuerPort,
  input: ApplyInput,
): Promise<ApplicationWithSegment> {
  const clientKey = ledgerClientKey("open", input.idempotencyKey);
  const earlier = await earlierApplication(context, input, clientKey);
  if (earlier !== undefined) {
    return earlier;
  }
  const { kysely } = context.db;
  const segment =
    input.segmentId === undefined ? undefined : await findActiveSegment(kysely, input.segmentId);
  if (segment === undefined) {
    throw new Refusal("not_found");
  }
  const now = context.clock.now();
  const order: CardOrder = {
    ...input,
    applicationId: newId(now),
    cardId: newId(now),
    segment,
    clientKey,
    orderKey: orderKeyOf(input.customerId, clientKey),
    now,
  };
  const reasons = input.mayBeReviewed ? await reviewReasons(context, order) : [];
  try {
    if (reasons.length > 0) {
      return await holdApplication(context, order, reasons);
    }
    if (issuer.kind === "elements") {
      await requireAffordable(context, order);
    }
    return await withFreeNumber(issuer, issueRequestOf(order), (issued) =>
      issueCard(context, order, issued),
    );
  } catch (error) {
    if (error instanceof KeyUsedError) {
      const other = await earlierApplication(context, input, clientKey);
      if (other !== undefined) {
        return other;
      }
      throw new Refusal("idempotency_mismatch", { cause: error });
    }
    throw error;
  }
}

/** What the same key led to before, where the answer was lost on its way. */
async function earlierApplication(
  context: AppContext,
  input: ApplyInput,
  clientKey: string,
): Promise<ApplicationWithSegment | undefined> {
  const earlier = await findApplicationByKey(context.db.kysely, input.customerId, clientKey);
  if (earlier === undefined) {
    return undefined;
  }
  const isSame =
    earlier.segment_id === input.segmentId &&
    earlier.nickname === (input.nickname ?? null) &&
    earlier.usage === input.usage;
  if (!isSame) {
    throw new Refusal("idempotency_mismatch");
  }
  return earlier;
}
