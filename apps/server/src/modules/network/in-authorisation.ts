import type { Movement } from "@tessera/ledger";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { Refusal } from "../../platform/refusal.ts";
import { type CardRow, lockCard } from "../cards/index.ts";
import {
  type Authorisation,
  countedWindows,
  findAuthorisedCard,
  readAuthorisation,
} from "./authorisations.repository.ts";
import type { NetworkOutcome } from "./payment-request.ts";
import type { CountedWindow } from "./spending-guards.ts";

/** An open authorisation, its card locked, inside one transaction. */
export interface OpenAuthorisation {
  readonly authorisation: Authorisation;
  readonly card: CardRow;
  readonly counted: readonly CountedWindow[];
}

/**
 * Runs a step of an authorisation. Steps on one card wait for one another, so that each sees what
 * the former left; authorisations themselves never wait here.
 *
 * @throws Refusal `not_found`, `authorization_closed`
 */
export async function inAuthorisation<T>(
  context: AppContext,
  authorisationId: string | undefined,
  step: (tx: Tx, open: OpenAuthorisation) => Promise<T>,
): Promise<T> {
  return inTransaction(context.db, async (tx) => {
    const owner =
      authorisationId === undefined ? undefined : await findAuthorisedCard(tx, authorisationId);
    const card = owner && (await lockCard(tx, owner.customerId, owner.cardId));
    if (authorisationId === undefined || card === undefined) {
      throw new Refusal("not_found");
    }
    const authorisation = await readAuthorisation(tx, authorisationId);
    if (authorisation.holdState !== "open") {
      throw new Refusal("authorization_closed");
    }
    const counted = await countedWindows(tx, authorisationId);
    return step(tx, { authorisation, card, counted });
  });
}

type StepFields = Pick<
  Movement,
  "kind" | "status" | "amountMinor" | "legs" | "guards" | "statusChanges"
>;

/** A step of an authorisation, as part of its timeline. */
export function stepMovement(
  context: AppContext,
  { authorisation, card }: OpenAuthorisation,
  fields: StepFields & { readonly data?: Movement["data"] },
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
    data: {},
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
