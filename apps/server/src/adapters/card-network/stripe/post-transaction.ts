import {
  clearAuthorization,
  forcePost,
  refundCard,
} from "../../../authorization/clearing/index.ts";
import type { NetworkOutcome } from "../../../authorization/messages/index.ts";
import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { newId } from "../../../platform/ids.ts";
import { createIssuerCardLookup } from "./issuer-card-lookup.ts";
import {
  chooseTransactionId,
  findAuthorizationId,
  isPosted,
  replaceTransactionId,
} from "./movement-ids.repository.ts";
import type { NetworkTransaction } from "./network-message.ts";
import { requestOf, stepAmountOf } from "./payment-request-of.ts";

const HOUR_MS = 3_600_000;
/**
 * The ledger rejects ids that are more than a day old, so an id still unused by then can never be
 * used.
 */
const ID_GOOD_FOR_MS = 25 * HOUR_MS;
const ID_USED_FOR_MS = 20 * HOUR_MS;

/**
 * Posts a transfer between a merchant and a card exactly once, no matter how many messages report
 * it. Its id is stored first, and the ledger accepts each id only once.
 *
 * @param isLast whether this is the last transaction of its authorization
 * @throws Error if it cannot be posted now; a retry is safe
 */
export async function postTransaction(
  context: AppContext,
  transaction: NetworkTransaction,
  isLast: boolean,
): Promise<void> {
  const movementId = await movementIdOf(context, transaction.id);
  if (transaction.amountMinor === 0n || movementId === undefined) {
    return;
  }
  try {
    const outcome = await post(context, { ...transaction, movementId }, isLast);
    if (!outcome.approved) {
      throw new Error(`transaction ${transaction.id} cannot be posted: ${outcome.code}`);
    }
  } catch (error) {
    // Another server processed the same message concurrently and posted it first.
    if (!(await isPosted(context.db.kysely, movementId))) {
      throw error;
    }
  }
}

/** Returns the id under which to post a transaction, or undefined if it has already been posted. */
async function movementIdOf(
  { db, clock }: AppContext,
  transactionId: string,
): Promise<string | undefined> {
  const now = clock.now();
  const proposed = { movementId: newId(now), chosenAt: now };
  const chosen = await chooseTransactionId(db.kysely, transactionId, proposed);
  if (await isPosted(db.kysely, chosen.movementId)) {
    return undefined;
  }
  const ageMs = now.getTime() - chosen.chosenAt.getTime();
  if (ageMs < ID_USED_FOR_MS) {
    return chosen.movementId;
  }
  if (ageMs < ID_GOOD_FOR_MS) {
    throw new Error(`the id of transaction ${transactionId} is neither usable nor void`);
  }
  await replaceTransactionId(db.kysely, transactionId, chosen, proposed);
  return (await chooseTransactionId(db.kysely, transactionId, proposed)).movementId;
}

type Posting = NetworkTransaction & { readonly movementId: string };

async function post(
  context: AppContext,
  transaction: Posting,
  isLast: boolean,
): Promise<NetworkOutcome> {
  const { id, issuerCardId, authorisationId: authorizationId, currency, movementId } = transaction;
  const cards = createIssuerCardLookup(context, issuerCardId);
  const card = await cards.find("", context.clock.now());
  if (card === null || currency !== card.currency) {
    throw new Error(`no card matches transaction ${id} and its currency`);
  }
  const request = requestOf(transaction, currency, card);
  if (transaction.direction === "in") {
    return refundCard(context, cards, request);
  }
  const held =
    authorizationId === null
      ? undefined
      : await findAuthorizationId(context.db.kysely, authorizationId);
  if (held === undefined) {
    return forcePost(context, cards, request);
  }
  try {
    return await clearAuthorization(context, {
      authorisationId: held,
      ...stepAmountOf(transaction, currency),
      final: isLast,
      movementId,
    });
  } catch (error) {
    const isOver =
      error instanceof Refusal &&
      (error.code === "authorization_closed" || error.code === "not_found");
    if (!isOver) {
      throw error;
    }
    // The hold has ended, but the merchant must still be paid.
    return forcePost(context, cards, request);
  }
}
