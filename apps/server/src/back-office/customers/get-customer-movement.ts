import type { CustomerMovement } from "@tessera/contract/back-office/customers.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import type { MovementDetail } from "@tessera/contract/insights/bills.schemas";
import { findReviewOfMovement } from "../../authorization/approvals/index.ts";
import { stoppingRules } from "../../authorization/decision/index.ts";
import { getBooked, getMovement } from "../../insights/bills/index.ts";
import { readAssetMovements } from "../../money-movement/asset-books/index.ts";
import { findPaymentOfMovement } from "../../money-movement/deposits/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId, wireId } from "../../platform/ids.ts";
import { findCaseOf } from "../cases/index.ts";
import { findMovementOwner } from "./customers.repository.ts";
import { type CustomerViewer, viewCustomer } from "./view-customer.ts";

interface MovementQuestion {
  /** The operator who is viewing the movement. Here, `id` is the movement's id from the path. */
  readonly viewer: CustomerViewer;
  /** Wire id of the customer who must own the movement, if known. */
  readonly customerId: string | undefined;
  readonly locale: Locale;
}

/** Returns a movement's review, or undefined if it has none. */
async function reviewOf(
  tx: Tx,
  { withdrawalId, kind }: MovementDetail,
  { customerId, movementId }: { readonly customerId: string; readonly movementId: string },
): Promise<string | undefined> {
  const ofWithdrawal = withdrawalId === undefined ? undefined : parseId("wdr", withdrawalId);
  if (ofWithdrawal !== undefined) {
    const subject = { kind: "withdrawal", subjectId: ofWithdrawal, customerId } as const;
    return (await findCaseOf(tx, subject))?.id;
  }
  if (kind === "deposit") {
    const subjectId = await findPaymentOfMovement(tx, movementId);
    const subject = { kind: "deposit", subjectId: subjectId ?? "", customerId } as const;
    return subjectId === undefined ? undefined : (await findCaseOf(tx, subject))?.id;
  }
  const review = await findReviewOfMovement(tx, customerId, movementId);
  return review === undefined ? undefined : wireId("rev", review);
}

/**
 * Returns a movement for operators: what its customer sees, plus all postings, those of tokens
 * included. The call is audited as a view of the customer.
 *
 * @throws Refusal `not_found` if it does not exist, is only a step, or belongs to another customer
 */
export async function getCustomerMovement(
  context: AppContext,
  { viewer, customerId: expected, locale }: MovementQuestion,
): Promise<CustomerMovement> {
  const { kysely: tx } = context.db;
  const movementId = parseId("mov", viewer.id);
  const customerId = movementId === undefined ? undefined : await findMovementOwner(tx, movementId);
  if (movementId === undefined || customerId === undefined) {
    throw new Refusal("not_found");
  }
  const wire = wireId("cus", customerId);
  if (expected !== undefined && expected !== wire) {
    throw new Refusal("not_found");
  }
  const movement = await getMovement(context, { customerId, movementId, locale });
  await viewCustomer(context, { ...viewer, id: wire });
  const [booked, assets, rules, reviewId] = await Promise.all([
    getBooked(tx, movementId),
    readAssetMovements(tx, movementId),
    stoppingRules(tx, customerId, movementId),
    reviewOf(tx, movement, { customerId, movementId }),
  ]);
  return {
    ...movement,
    ...booked,
    assets,
    customerId: wire,
    stoppedBy: rules.map(({ strategyId, name }) => ({
      strategyId: wireId("stg", strategyId),
      name,
    })),
    ...(reviewId !== undefined && { reviewId }),
  };
}
