import type { StepLabel } from "@tessera/contract/insights/bills.schemas";
import type { Movement } from "@tessera/ledger";
import { finishClosing, indebted, lockCard, repayDebt } from "../../cards/lifecycle/index.ts";
import type { CardRow } from "../../db/tables/cards.tables.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import type { CountedWindow } from "../decision/index.ts";
import type { AuthorisationName, NetworkOutcome } from "../messages/index.ts";
import { answerNameOf, lockAnswer } from "../messages/index.ts";
import {
  type Authorisation,
  type AuthorisedCard,
  countedWindows,
  findAuthorisedCard,
  readAuthorisation,
} from "./authorizations.repository.ts";

/** An authorisation as it stands, its card locked, inside one transaction. */
export interface AuthorisationAtHand {
  readonly authorisation: Authorisation;
  readonly card: CardRow;
  readonly counted: readonly CountedWindow[];
}

/**
 * Locks an authorization for a step: first the name under which its answer is stored, if it has
 * one, so that no step comes between reading the hold and storing the answer; then its card.
 */
export async function lockAuthorisedCard(
  tx: Tx,
  { clientKey, customerId, cardId }: AuthorisedCard,
): Promise<CardRow | undefined> {
  const name = answerNameOf(clientKey);
  if (name !== undefined) {
    await lockAnswer(tx, [name]);
  }
  return lockCard(tx, customerId, cardId);
}

/**
 * Runs a step of an authorisation, open or not. Steps on one card wait for one another, so that
 * each sees what the former left; authorisations themselves never wait here. What the card owes is
 * paid as far as the step left money for it, and a card that waits for its last hold is closed with
 * the step that ends it.
 *
 * @throws Refusal `not_found`
 */
export async function inAuthorisation<T>(
  context: AppContext,
  tx: Tx,
  name: AuthorisationName,
  step: (found: AuthorisationAtHand) => Promise<T>,
): Promise<T> {
  const owner = await findAuthorisedCard(tx, name);
  const card = owner && (await lockAuthorisedCard(tx, owner));
  if (owner === undefined || card === undefined) {
    throw new Refusal("not_found");
  }
  const authorisation = await readAuthorisation(tx, owner.id);
  const counted = await countedWindows(tx, owner.id);
  const done = await step({ authorisation, card, counted });
  // A clearing may leave a debt, and whatever gives money back may pay one that another left.
  await repayDebt(context, tx, indebted(card), authorisation.id);
  await finishClosing(context, tx, card);
  return done;
}

/**
 * Runs a step of an authorisation that still holds something.
 *
 * @throws Refusal `not_found`, `authorization_closed`
 */
export async function inOpenAuthorisation<T>(
  context: AppContext,
  tx: Tx,
  name: AuthorisationName,
  step: (open: AuthorisationAtHand) => Promise<T>,
): Promise<T> {
  return inAuthorisation(context, tx, name, async (found) => {
    if (found.authorisation.holdState !== "open") {
      throw new Refusal("authorization_closed");
    }
    return step(found);
  });
}

/** What is authorised and neither cleared nor given back; an advice may hold less than that. */
export function pendingMinorOf({ authorisedMinor, clearedMinor }: Authorisation): bigint {
  return authorisedMinor > clearedMinor ? authorisedMinor - clearedMinor : 0n;
}

type StepFields = Pick<
  Movement,
  "kind" | "status" | "amountMinor" | "legs" | "guards" | "statusChanges"
>;

interface StepExtras extends Partial<Pick<Movement, "id" | "data">> {
  readonly labels?: readonly StepLabel[];
}

/** A step of an authorisation, as part of its timeline. */
export function stepMovement(
  context: AppContext,
  { authorisation, card }: AuthorisationAtHand,
  { data = {}, labels = [], ...fields }: StepFields & StepExtras,
): Movement {
  const now = context.clock.now();
  return {
    id: newId(now),
    customerId: authorisation.customerId,
    cardId: card.id,
    parentId: authorisation.id,
    currency: authorisation.currency,
    feeMinor: 0n,
    title: authorisation.merchant.name,
    eventAt: now,
    clientKey: null,
    data: labels.length === 0 ? data : { ...data, labels },
    ...fields,
  };
}

/**
 * Posts a step that the network does not ask about: it has happened, and only the books follow.
 *
 * @param movedMinor what the answer says was moved
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
