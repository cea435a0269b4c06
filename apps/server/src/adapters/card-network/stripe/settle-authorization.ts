import type Stripe from "stripe";
import {
  expireAuthorization,
  keepHeld,
  withdrawAuthorization,
} from "../../../authorization/holds/index.ts";
import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { newId } from "../../../platform/ids.ts";
import { isUndecided } from "./inbox.repository.ts";
import { chooseAuthorizationId, findAuthorizationId } from "./movement-ids.repository.ts";
import {
  authorizationOf,
  type NetworkAuthorization,
  type NetworkTransaction,
  transactionOf,
} from "./network-message.ts";
import { postTransaction } from "./post-transaction.ts";

/** How long a request may take to be decided, in milliseconds; its server stops waiting sooner. */
const DECIDED_WITHIN_MS = 15_000;

/**
 * Queries Stripe for the state of an authorization and brings the ledger in line with it: posts its
 * transactions, and releases any amount held beyond Stripe's hold. The final result does not depend
 * on the order in which messages arrive.
 */
export async function settleAuthorization(
  context: AppContext,
  stripe: Stripe,
  authorizationId: string,
  also?: NetworkTransaction,
): Promise<void> {
  const fetched = await stripe.issuing.authorizations.retrieve(authorizationId);
  const authorization = authorizationOf(fetched);
  const transactions = withAlso(authorization.transactions, also);
  const lastOut = transactions.findLast(({ direction }) => direction === "out");
  const isOver = authorization.status !== "pending";
  for (const transaction of transactions) {
    await postTransaction(context, transaction, isOver && transaction.id === lastOut?.id);
  }
  const movementId = await ledgerIdOf(context, authorizationId, authorization);
  // An authorization that was never requested has no hold.
  if (movementId !== undefined) {
    const isCaptured = lastOut !== undefined;
    await unlessOver(() => bringIntoLine(context, movementId, authorization, isCaptured));
    await requireDecided(context, authorizationId, authorization);
  }
}

/**
 * Returns the ledger's id of an authorization. Chooses one for an authorization that Stripe
 * declined before its request arrived, so that the late request finds it chosen and holds nothing.
 *
 * @returns undefined if the authorization was never requested
 */
async function ledgerIdOf(
  { db, clock }: AppContext,
  authorizationId: string,
  { isApproved, isAsking }: NetworkAuthorization,
): Promise<string | undefined> {
  const { kysely } = db.urgent;
  if (isApproved || isAsking) {
    return findAuthorizationId(kysely, authorizationId);
  }
  const now = clock.now();
  const chosen = await chooseAuthorizationId(kysely, authorizationId, newId(now), now);
  return chosen.isFirst ? undefined : chosen.movementId;
}

/**
 * Checks that no request is being decided for an authorization that Stripe has declined: it could
 * still place a hold.
 *
 * @throws Error if there is one; the message is then processed again
 */
async function requireDecided(
  { db, clock }: AppContext,
  authorizationId: string,
  { isApproved, isAsking }: NetworkAuthorization,
): Promise<void> {
  const since = new Date(clock.now().getTime() - DECIDED_WITHIN_MS);
  if (!isApproved && !isAsking && (await isUndecided(db.kysely, authorizationId, since))) {
    throw new Error(`authorization ${authorizationId} is still being decided`);
  }
}

/** Queries Stripe for a transaction, and settles its authorization. */
export async function settleTransaction(
  context: AppContext,
  stripe: Stripe,
  transactionId: string,
): Promise<void> {
  const fetched = await stripe.issuing.transactions.retrieve(transactionId);
  const transaction = transactionOf(fetched);
  if (transaction.authorisationId === null) {
    await postTransaction(context, transaction, false);
  } else {
    await settleAuthorization(context, stripe, transaction.authorisationId, transaction);
  }
}

/** Adds a known transaction to a list if Stripe's response did not include it yet. */
function withAlso(
  transactions: readonly NetworkTransaction[],
  also: NetworkTransaction | undefined,
): readonly NetworkTransaction[] {
  const isThere = also === undefined || transactions.some(({ id }) => id === also.id);
  return isThere ? transactions : [...transactions, also];
}

async function bringIntoLine(
  context: AppContext,
  movementId: string,
  { isApproved, isAsking, status, amountMinor }: NetworkAuthorization,
  isCaptured: boolean,
): Promise<void> {
  if (isAsking) {
    // A decision is in progress. Another message will report its outcome.
    return;
  }
  if (!isApproved) {
    await withdrawAuthorization(context, movementId);
    return;
  }
  switch (status) {
    case "pending":
      await keepHeld(context, movementId, amountMinor);
      break;
    case "expired":
      await expireAuthorization(context, movementId);
      break;
    case "reversed":
      await keepHeld(context, movementId, 0n);
      break;
    case "closed":
      // A capture closed the authorization. The hold stays until that capture is visible.
      if (isCaptured) {
        await keepHeld(context, movementId, 0n);
      }
      break;
    default:
      status satisfies never;
  }
}

/** Runs a step, ignoring the error if the hold has ended or never existed. */
async function unlessOver(step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    const isOver =
      error instanceof Refusal &&
      (error.code === "authorization_closed" || error.code === "not_found");
    if (!isOver) {
      throw error;
    }
  }
}
