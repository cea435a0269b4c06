import type { IssuedCard } from "../../adapters/issuer/issuer.port.ts";
import { providers } from "../../adapters/providers/registry.ts";
import { requireOffered } from "../../adapters/providers/require-offered.ts";
import type { CaseFact, CaseHandler, ReviewCase } from "../../back-office/cases/index.ts";
import type { CardApplicationRow, CardSegmentRow } from "../../db/tables/issuing.tables.ts";
import { accountOf } from "../../identity/people/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import type { CardOrder } from "../issuance/index.ts";
import {
  findSegment,
  issueRequestOf,
  orderKeyOf,
  postFee,
  requireHolder,
  takeFromStock,
  withFreeNumber,
} from "../issuance/index.ts";
import {
  countApplications,
  findApplication,
  lockApplication,
  updateApplication,
} from "./applications.repository.ts";
import { feeStep, holdOf } from "./held-fee.ts";
import { keepCard } from "./issue-card.ts";

const DAY_MS = 86_400_000;

/** The issuer's card for an application that is being approved. */
interface PreparedCard {
  readonly order: CardOrder;
  readonly issued: IssuedCard;
}

interface Held {
  readonly application: CardApplicationRow;
  readonly segment: CardSegmentRow;
}

/**
 * Handles decisions on application cases: an approval issues the card, and a rejection releases the
 * held fee.
 */
export const applicationCases: CaseHandler<PreparedCard> = {
  kind: "card_application",
  facts: applicationFacts,
  async prepareApproval(context, reviewCase, decide) {
    const issuer = requireOffered(context.use(providers).issuer, "cards");
    const { kysely } = context.db;
    const application = await findApplication(kysely, reviewCase.subjectId);
    const { segment } = await withSegment(kysely, application);
    const order = orderOf(context, { application: requireOne(application), segment });
    const holder = await requireHolder(context, issuer, order.customerId);
    const request = issueRequestOf(order, holder);
    return withFreeNumber(context, issuer, request, (issued) => decide({ order, issued }));
  },
  async approve(context, tx, reviewCase, by, { order, issued }) {
    const held = await lockHeld(tx, reviewCase);
    const { application, segment } = held;
    const account = await accountOf(tx, application.customer_id, segment.currency);
    await keepCard(context, tx, order, issued, account);
    const { cardId } = order;
    await updateApplication(tx, application.id, { status: "completed", card_id: cardId });
    // This comes last because, from here on, every other applicant for this segment has to wait for
    // this row's lock.
    if (!(await takeFromStock(tx, segment.id))) {
      throw new Refusal("segment_out_of_stock");
    }
    const step = feeStep(context, application, segment, { status: "completed", cardId });
    const audit = {
      action: "card.issue",
      actor: by.actor,
      customerId: application.customer_id,
      object: cardId,
      outcome: "ok",
      requestId: by.requestId,
      data: { role: by.role, segmentId: segment.id },
    } as const;
    await postFee(context, tx, { ...step, audit: [audit] });
  },
  reject: (context, tx, reviewCase) => giveBack(context, tx, reviewCase, "rejected"),
  end: (context, tx, reviewCase, how) =>
    giveBack(context, tx, reviewCase, how === "expired" ? "expired" : "cancelled"),
  reopen: holdAgain,
};

function requireOne<T>(found: T | undefined): T {
  if (found === undefined) {
    throw new Error("the application of a case is missing");
  }
  return found;
}

async function withSegment(tx: Tx, application: CardApplicationRow | undefined): Promise<Held> {
  const found = requireOne(application);
  return { application: found, segment: requireOne(await findSegment(tx, found.segment_id)) };
}

/** Selects a case's application FOR UPDATE and checks that the application is under review. */
async function lockHeld(tx: Tx, { subjectId }: ReviewCase): Promise<Held> {
  const held = await withSegment(tx, await lockApplication(tx, subjectId));
  if (held.application.status !== "reviewing") {
    throw new Error(`application ${subjectId} is ${held.application.status}`);
  }
  return held;
}

/** Returns the order for issuing an application's card now. */
function orderOf({ clock }: AppContext, { application, segment }: Held): CardOrder {
  const now = clock.now();
  const { customer_id: customerId, client_key: clientKey } = application;
  return {
    customerId,
    segmentId: segment.id,
    nickname: application.nickname ?? undefined,
    billingAddress: application.billing_address?.wanted ?? "auto",
    usage: application.usage,
    openingFee: "",
    idempotencyKey: "",
    mayBeReviewed: false,
    actor: "reviews",
    requestId: "",
    applicationId: application.id,
    cardId: newId(now),
    segment,
    clientKey,
    orderKey: orderKeyOf(customerId, clientKey),
    now,
  };
}

async function giveBack(
  context: AppContext,
  tx: Tx,
  reviewCase: ReviewCase,
  status: "rejected" | "cancelled" | "expired",
): Promise<void> {
  const { application, segment } = await lockHeld(tx, reviewCase);
  await updateApplication(tx, application.id, { status });
  await postFee(context, tx, feeStep(context, application, segment, { status }));
}

/**
 * Puts the fee for a rejected application back on hold, so that the application can be decided
 * again.
 */
async function holdAgain(context: AppContext, tx: Tx, { subjectId }: ReviewCase): Promise<void> {
  const { application, segment } = await withSegment(tx, await lockApplication(tx, subjectId));
  const account = await accountOf(tx, application.customer_id, segment.currency);
  const hold = holdOf(account, application.opening_fee_minor, context.clock.now());
  const status = "reviewing";
  await updateApplication(tx, application.id, { status, hold_id: hold?.holdId ?? null });
  await postFee(context, tx, feeStep(context, application, segment, { status, hold }));
}

async function applicationFacts(
  context: AppContext,
  tx: Tx,
  { subjectId, customerId }: ReviewCase,
): Promise<CaseFact[]> {
  const { application, segment } = await withSegment(tx, await findApplication(tx, subjectId));
  const since = new Date(context.clock.now().getTime() - DAY_MS);
  const lately = await countApplications(tx, customerId, since);
  return [
    { name: "network", value: segment.network },
    { name: "card_type", value: segment.type },
    { name: "currency", value: segment.currency },
    { name: "usage", value: application.usage },
    ...(application.nickname === null ? [] : [{ name: "nickname", value: application.nickname }]),
    { name: "applications_today", value: String(lately), kind: "count" },
    { name: "applied_at", value: application.created_at.toISOString(), kind: "time" },
  ];
}
