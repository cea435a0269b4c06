import { formatAmount } from "@tessera/money";
import {
  clearAuthorisation,
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
  findAuthorisationId,
  isPosted,
  replaceTransactionId,
} from "./movement-ids.repository.ts";
import type { NetworkTransaction } from "./network-message.ts";
import { requestOf } from "./payment-request-of.ts";

const HOUR_MS = 3_600_000;
/** The books refuse an id that is a day old, so that one nobody used by then is used by nobody. */
const ID_GOOD_FOR_MS = 25 * HOUR_MS;
const ID_USED_FOR_MS = 20 * HOUR_MS;

/**
 * Posts what moved between a merchant and a card, once however often it is told. The id it is
 * posted under is kept before, and the books take an id once.
 *
 * @param isLast whether nothing more of its authorisation follows
 * @throws Error where it cannot be posted now; trying again is safe
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
    // Somebody else was told of it at the same time and was faster.
    if (!(await isPosted(context.db.kysely, movementId))) {
      throw error;
    }
  }
}

/** The id to post a transaction under; undefined where it was posted. */
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
    throw new Error(`the id of transaction ${transactionId} is neither good nor void`);
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
  const { id, issuerCardId, authorisationId, amountMinor, currency, movementId } = transaction;
  const cards = createIssuerCardLookup(context, issuerCardId);
  const card = await cards.find("", context.clock.now());
  if (card === null || currency !== card.currency) {
    throw new Error(`transaction ${id} is on no card of ours in its currency`);
  }
  const request = requestOf(transaction, currency, card);
  if (transaction.direction === "in") {
    return refundCard(context, cards, request);
  }
  const held =
    authorisationId === null
      ? undefined
      : await findAuthorisationId(context.db.kysely, authorisationId);
  if (held === undefined) {
    return forcePost(context, cards, request);
  }
  try {
    return await clearAuthorisation(context, {
      authorisationId: held,
      amount: formatAmount(amountMinor, currency),
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
    // Nothing is held for it any more, and the merchant is paid all the same.
    return forcePost(context, cards, request);
  }
}
