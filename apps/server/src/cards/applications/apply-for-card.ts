import { parseAmount } from "@tessera/money";
import type { Holder } from "../../adapters/issuer/holder-facts.ts";
import type { IssuerPort } from "../../adapters/issuer/issuer.port.ts";
import { requireOffered } from "../../adapters/providers/require-offered.ts";
import { requireNewCard, requireServedCountry } from "../../authorization/velocity/index.ts";
import type { CardSegmentRow } from "../../db/tables/issuing.tables.ts";
import { requireNoClosing } from "../../identity/people/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import type { ApplyInput, CardOrder } from "../issuance/index.ts";
import {
  findActiveSegment,
  issueRequestOf,
  KeyUsedError,
  NewCardCeilingError,
  orderKeyOf,
  requireHolder,
  withFreeNumber,
} from "../issuance/index.ts";
import { ledgerClientKey } from "../lifecycle/index.ts";
import { type ApplicationWithSegment, findApplicationByKey } from "./applications.repository.ts";
import { holdApplication } from "./hold-application.ts";
import { issueCard } from "./issue-card.ts";
import { requireAffordable } from "./require-affordable.ts";
import { reviewReasons } from "./review-reasons.ts";

interface Applied {
  readonly application: ApplicationWithSegment;
  /** Whether an earlier call with the same key created the application. */
  readonly isRepeat: boolean;
}

/**
 * Applies for a card and issues it: writes the fee, stock, number and card in one transaction. If
 * the application needs a review, its fee is held and the application waits. Each key creates only
 * one application, no matter how many servers receive it concurrently.
 *
 * @param offered the card issuer; undefined if there is none
 * @throws Refusal `not_found`, `price_changed`, `segment_out_of_stock`, `insufficient_funds`,
 * `account_suspended`, `idempotency_mismatch`, `not_offered`, `invalid_input` for a separate
 * billing address if the issuer uses the cardholder's address, `holder_facts_missing`,
 * `account_closing_open`, `account_closed`, `country_not_served`, `too_many_new_cards`,
 * `stoppedBy`, and those from `IssuerPort`
 */
export async function applyForCard(
  context: AppContext,
  offered: IssuerPort | undefined,
  input: ApplyInput,
): Promise<Applied> {
  const clientKey = ledgerClientKey("open", input.idempotencyKey);
  const earlier = await earlierApplication(context, input, clientKey);
  if (earlier !== undefined) {
    return { application: earlier, isRepeat: true };
  }
  const issuer = requireOffered(offered, "cards");
  try {
    return { application: await carryOut(context, issuer, input, clientKey), isRepeat: false };
  } catch (error) {
    if (!(error instanceof KeyUsedError || error instanceof Refusal)) {
      throw error;
    }
    // Another server may be handling the same key, and may have taken the stock or the money that
    // is missing here.
    const other = await earlierApplication(context, input, clientKey);
    if (other !== undefined) {
      return { application: other, isRepeat: true };
    }
    throw error instanceof Refusal ? error : new Refusal("idempotency_mismatch", { cause: error });
  }
}

async function carryOut(
  context: AppContext,
  issuer: IssuerPort,
  input: ApplyInput,
  clientKey: string,
): Promise<ApplicationWithSegment> {
  if (input.stoppedBy !== undefined) {
    throw input.stoppedBy;
  }
  const { kysely } = context.db;
  await requireNoClosing(kysely, input.customerId);
  const segment =
    input.segmentId === undefined ? undefined : await findActiveSegment(kysely, input.segmentId);
  if (segment === undefined) {
    throw new Refusal("not_found");
  }
  const holder = await requireServedHolder(context, issuer, input, segment);
  const now = context.clock.now();
  const newCard = await requireNewCard(context, { ...input, now });
  const order: CardOrder = {
    ...input,
    applicationId: newId(now),
    cardId: newId(now),
    segment,
    clientKey,
    orderKey: orderKeyOf(input.customerId, clientKey),
    newCard,
    now,
  };
  try {
    return await placeOrder(context, issuer, order, holder);
  } catch (error) {
    throw error instanceof NewCardCeilingError ? await newCard.refuse() : error;
  }
}

/** Issues a card or stores the application for review. */
async function placeOrder(
  context: AppContext,
  issuer: IssuerPort,
  order: CardOrder,
  holder: Holder | null,
): Promise<ApplicationWithSegment> {
  const reasons = order.mayBeReviewed ? await reviewReasons(context, order) : [];
  if (reasons.length > 0) {
    return holdApplication(context, order, reasons);
  }
  if (issuer.kind === "elements") {
    await requireAffordable(context, order);
  }
  return withFreeNumber(context, issuer, issueRequestOf(order, holder), (issued) =>
    issueCard(context, order, issued),
  );
}

/**
 * Returns the cardholder. This runs before anything is held and before the issuer is called.
 *
 * @throws Refusal for the same reasons as {@link applyForCard}
 */
export async function requireServedHolder(
  context: AppContext,
  issuer: IssuerPort,
  { billingAddress, customerId, actor, requestId }: ApplyInput,
  { currency }: CardSegmentRow,
): Promise<Holder | null> {
  const asked = { customerId, actor, requestId };
  if (billingAddress !== "auto" && issuer.holderRequirements.facts.includes("address")) {
    const fields = [{ path: "billingAddress", code: "not_allowed" }] as const;
    throw new Refusal("invalid_input", { fields });
  }
  if (billingAddress !== "auto") {
    const path = "billingAddress.country";
    await requireServedCountry(context, { ...asked, country: billingAddress.country, path });
  }
  const holder = await requireHolder(context, issuer, customerId);
  const address = holder?.facts.address;
  if (address !== undefined) {
    const path = "address.country";
    await requireServedCountry(context, { ...asked, country: address.country, path });
  }
  if (issuer.kind === "elements" && holder !== null) {
    issuer.requireServed(currency, holder.facts);
  }
  return holder;
}

/** Finds the result of an earlier call with the same key whose response was lost. */
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
    earlier.usage === input.usage &&
    earlier.opening_fee_minor === parseAmount(input.openingFee, earlier.currency);
  if (!isSame) {
    throw new Refusal("idempotency_mismatch");
  }
  return earlier;
}
