import type { StepLabel } from "@tessera/contract/insights/bills.schemas";
import type { Movement } from "@tessera/ledger";
import { finishClosing, indebted, lockCard, repayDebt } from "../../cards/lifecycle/index.ts";
import type { CardRow } from "../../db/tables/cards.tables.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import type { CountedWindow } from "../decision/index.ts";
import type { AuthorizationName, NetworkOutcome } from "../messages/index.ts";
import { answerNameOf, lockAnswer } from "../messages/index.ts";
import {
  type Authorization,
  type AuthorizedCard,
  countedWindows,
  findAuthorizedCard,
  readAuthorization,
} from "./authorizations.repository.ts";

/** An authorization and its locked card, within one transaction. */
export interface AuthorizationAtHand {
  readonly authorization: Authorization;
  readonly card: CardRow;
  readonly counted: readonly CountedWindow[];
}

/**
 * Locks an authorization for a step: first the name under which its response is stored, if any, and
 * then its card. The lock on the name keeps other steps from running between reading the hold and
 * storing the response.
 */
export async function lockAuthorizedCard(
  tx: Tx,
  { clientKey, customerId, cardId }: AuthorizedCard,
): Promise<CardRow | undefined> {
  const name = answerNameOf(clientKey);
  if (name !== undefined) {
    await lockAnswer(tx, [name]);
  }
  return lockCard(tx, customerId, cardId);
}

/**
 * Runs a step of an open or ended authorization. Steps on one card run one after another, so that
 * each sees the result of the previous one. New authorizations never wait here. Afterward, repays
 * the card's debt with any money that the step freed, and closes a card that was waiting for its
 * last hold to end.
 *
 * @throws Refusal `not_found`
 */
export async function inAuthorization<T>(
  context: AppContext,
  tx: Tx,
  name: AuthorizationName,
  step: (found: AuthorizationAtHand) => Promise<T>,
): Promise<T> {
  const owner = await findAuthorizedCard(tx, name);
  const card = owner && (await lockAuthorizedCard(tx, owner));
  if (owner === undefined || card === undefined) {
    throw new Refusal("not_found");
  }
  const authorization = await readAuthorization(tx, owner.id);
  const counted = await countedWindows(tx, owner.id);
  const done = await step({ authorization, card, counted });
  // A clearing may leave a debt, and a step that frees money may repay an earlier one.
  await repayDebt(context, tx, indebted(card), authorization.id);
  await finishClosing(context, tx, card);
  return done;
}

/**
 * Runs a step of an authorization whose hold is open.
 *
 * @throws Refusal `not_found`, `authorization_closed`
 */
export async function inOpenAuthorization<T>(
  context: AppContext,
  tx: Tx,
  name: AuthorizationName,
  step: (open: AuthorizationAtHand) => Promise<T>,
): Promise<T> {
  return inAuthorization(context, tx, name, async (found) => {
    if (found.authorization.holdState !== "open") {
      throw new Refusal("authorization_closed");
    }
    return step(found);
  });
}

/**
 * Returns the authorized amount that is neither cleared nor reversed. After an advice, the amount
 * on hold may be smaller.
 */
export function pendingMinorOf({ authorizedMinor, clearedMinor }: Authorization): bigint {
  return authorizedMinor > clearedMinor ? authorizedMinor - clearedMinor : 0n;
}

type StepFields = Pick<
  Movement,
  "kind" | "status" | "amountMinor" | "legs" | "guards" | "statusChanges"
>;

interface StepExtras extends Partial<Pick<Movement, "id" | "data" | "feeMinor">> {
  readonly labels?: readonly StepLabel[];
}

/** Builds the movement for a step in the authorization's timeline. */
export function stepMovement(
  context: AppContext,
  { authorization, card }: AuthorizationAtHand,
  { data = {}, labels = [], ...fields }: StepFields & StepExtras,
): Movement {
  const now = context.clock.now();
  return {
    id: newId(now),
    customerId: authorization.customerId,
    cardId: card.id,
    parentId: authorization.id,
    currency: authorization.currency,
    feeMinor: 0n,
    title: authorization.merchant.name,
    eventAt: now,
    clientKey: null,
    data: labels.length === 0 ? data : { ...data, labels },
    ...fields,
  };
}

/**
 * Posts a step that the network reports rather than requests. The step has already happened, so the
 * ledger only records it.
 *
 * @param movedMinor the moved amount to return in the response
 */
export async function postStep(
  context: AppContext,
  tx: Tx,
  movement: Movement,
  movedMinor: bigint,
): Promise<NetworkOutcome> {
  const [result] = await context.ledger.post(tx, [movement]);
  if (result?.outcome !== "posted") {
    const reason = result?.outcome === "refused" ? result.reason : "no result";
    throw new Error(`the ledger refused a ${movement.kind} of ${movement.parentId}: ${reason}`);
  }
  return {
    movementId: movement.id,
    approved: true,
    code: "approved",
    amountMinor: movedMinor,
    currency: movement.currency,
  };
}
