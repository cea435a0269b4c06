import type {
  NumberElement,
  NumberKey,
} from "@tessera/contract/authorization/stripe-issuing.schemas";
import Stripe from "stripe";
import { findIssuerCardId, readBillingAddress } from "../../../cards/issuance/index.ts";
import { type CardCommand, lockCard } from "../../../cards/lifecycle/index.ts";
import type { CardRow } from "../../../db/tables/cards.tables.ts";
import { requireNoSecurityHold } from "../../../identity/security-hold/index.ts";
import { type GivenProof, spendRevealProof } from "../../../identity/sessions/index.ts";
import type { StripeSettings } from "../../../platform/config/config.ts";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { answered } from "../../issuer/stripe/stripe-answers.ts";

interface OwnCard {
  readonly card: CardRow;
  readonly issuerCardId: string;
}

/**
 * Finds a customer's own card whose PAN is stored by Stripe.
 *
 * @throws Refusal `not_found`, also if the PAN is stored by Tessera; `card_closed`
 */
async function requireOwnCard(
  tx: Tx,
  { customerId, cardId }: Pick<CardCommand, "customerId" | "cardId">,
): Promise<OwnCard> {
  const card = cardId === undefined ? undefined : await lockCard(tx, customerId, cardId);
  const issuerCardId = card && (await findIssuerCardId(tx, customerId, card.id));
  if (card === undefined || issuerCardId === undefined) {
    throw new Refusal("not_found");
  }
  if (card.status === "closed") {
    throw new Refusal("card_closed");
  }
  return { card, issuerCardId };
}

/**
 * Returns what a browser needs to load Stripe's element for a customer's own card.
 *
 * @throws Refusal `not_found`, `card_closed`
 */
export async function readNumberElement(
  { db }: AppContext,
  { publishableKey }: StripeSettings,
  command: Pick<CardCommand, "customerId" | "cardId">,
): Promise<NumberElement> {
  const { issuerCardId } = await inTransaction(db, (tx) => requireOwnCard(tx, command));
  return { publishableKey, issuerCardId };
}

/**
 * Creates a key that lets one browser display the PAN of a customer's own card in Stripe's element,
 * and consumes the step-up token. Both are recorded before Stripe is called, so a new token is
 * needed if Stripe refuses. The PAN itself never reaches Tessera.
 *
 * @throws Refusal `not_found`, `card_closed`, `issuer_unavailable`, `invalid_input` for a nonce
 * that Stripe rejects, `withdrawals_on_hold` after a “not me” report, `proof_required`,
 * `proof_invalid`, `proof_stale`
 */
export async function createNumberKey(
  context: AppContext,
  stripe: Stripe,
  { publishableKey }: StripeSettings,
  command: CardCommand & { readonly nonce: string; readonly given: GivenProof },
): Promise<NumberKey> {
  const { customerId, actor, requestId, nonce, given } = command;
  const { card, issuerCardId } = await inTransaction(context.db, async (tx) => {
    await spendRevealProof(context, tx, { given, cardId: command.cardId ?? "" });
    const own = await requireOwnCard(tx, command);
    await requireNoSecurityHold(tx, customerId);
    await context.ledger.appendAudit(tx, [
      {
        action: "card.reveal",
        actor,
        customerId,
        object: own.card.id,
        outcome: "ok",
        requestId,
        data: {},
      },
    ]);
    return own;
  });
  const ephemeralKey = await askForKey(stripe, issuerCardId, nonce, `tessera-number-${requestId}`);
  return {
    publishableKey,
    issuerCardId,
    ephemeralKey,
    expiryMonth: card.expiry_month,
    expiryYear: card.expiry_year,
    billingAddress: await readBillingAddress(context, customerId, card.billing_address),
  };
}

async function askForKey(
  stripe: Stripe,
  issuerCardId: string,
  nonce: string,
  idempotencyKey: string,
): Promise<string> {
  try {
    const key = await answered(() =>
      stripe.ephemeralKeys.create(
        { issuing_card: issuerCardId, nonce },
        { apiVersion: Stripe.API_VERSION, idempotencyKey },
      ),
    );
    if (key.secret === undefined) {
      throw new Error("Stripe returned a key without its secret");
    }
    return key.secret;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      const fields = [{ path: "nonce", code: "not_allowed" }] as const;
      throw new Refusal("invalid_input", { fields, cause: error });
    }
    throw error;
  }
}
