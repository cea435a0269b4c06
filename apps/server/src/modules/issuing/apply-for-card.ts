import type { AppContext } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { IssuerPort } from "../../providers/issuer/issuer.port.ts";
import { ledgerClientKey } from "../cards/index.ts";
import { type ApplicationWithSegment, findApplicationByKey } from "./applications.repository.ts";
import type { ApplyInput, CardOrder } from "./card-order.ts";
import { issueCard, KeyUsedError, NumberTakenError } from "./issue-card.ts";
import { findActiveSegment } from "./segments.repository.ts";

const MAX_ATTEMPTS = 5;

/**
 * Applies for a card and issues it: fee, stock, number and card in one transaction.
 *
 * @throws Refusal `not_found`, `price_changed`, `segment_out_of_stock`, `insufficient_funds`,
 * `account_suspended`, `idempotency_mismatch`
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
    now,
  };
  try {
    return await issueWithFreeNumber(context, issuer, order);
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
    earlier.segment_id === input.segmentId && earlier.nickname === (input.nickname ?? null);
  if (!isSame) {
    throw new Refusal("idempotency_mismatch");
  }
  return earlier;
}

/** Tries again with another number where the issuer drew one that a card has already. */
async function issueWithFreeNumber(
  context: AppContext,
  issuer: IssuerPort,
  order: CardOrder,
): Promise<ApplicationWithSegment> {
  for (let attempt = 0; ; attempt++) {
    const issued = await issuer.issue({
      requestId: order.applicationId,
      attempt,
      network: order.segment.network,
      bin: order.segment.bin,
      issuedAt: order.now,
    });
    try {
      return await issueCard(context, order, issued);
    } catch (error) {
      if (!(error instanceof NumberTakenError) || attempt + 1 >= MAX_ATTEMPTS) {
        throw error;
      }
    }
  }
}
