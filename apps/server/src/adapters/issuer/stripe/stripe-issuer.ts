import Stripe from "stripe";
import type { StripeSettings } from "../../../platform/config/config.ts";
import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import type { Holder, HolderFacts } from "../holder-facts.ts";
import type { IssueRequest, IssuerPort } from "../issuer.port.ts";
import { spendingLimits } from "../spending-controls.policy.ts";
import { answered } from "./stripe-answers.ts";
import { bringCardholder } from "./stripe-cardholders.ts";
import { keepOrder, keepOrderedCard } from "./stripe-orders.repository.ts";
import { issuesCurrency, servesCountry } from "./stripe-regions.policy.ts";

/** The minimum age in years. Cards that hold customers' money are for adults only. */
const MINIMUM_AGE = 18;

/**
 * Creates the Stripe Issuing adapter. A customer has one cardholder, of the type individual, for
 * all their cards. A card is inactive until it is stored and paid for.
 */
export function createStripeIssuer(
  { db, config }: Pick<AppContext, "db" | "config">,
  stripe: Stripe,
  settings: StripeSettings,
): IssuerPort {
  return {
    kind: "elements",
    name: "stripe",
    holderRequirements: {
      facts: ["legalName", "birthDate", "address", "phone", "acceptTerms"],
      minimumAge: MINIMUM_AGE,
      termsUrl: settings.cardholderTermsUrl,
    },
    requireServed,
    async issue(request) {
      const { orderKey, issuedAt, currency } = request;
      const holder = requireHolder(request);
      requireServed(currency, holder.facts);
      const cardholder = await bringCardholder({ db }, stripe, holder);
      const order = await keepOrder(db.kysely, orderKey, issuedAt);
      const card = await madeOrRefused(() =>
        order.stripeCardId === null
          ? createCard(stripe, cardholder.id, config.timeZone, request)
          : stripe.issuing.cards.retrieve(order.stripeCardId),
      );
      await keepOrderedCard(db.kysely, orderKey, card.id);
      requireAsked(card, request);
      return {
        kind: "elsewhere",
        issuer: "stripe",
        issuerCardId: card.id,
        last4: card.last4,
        expiryMonth: card.exp_month,
        expiryYear: card.exp_year,
        billingAddress: { assignment: "holder" },
      };
    },
  };
}

function requireHolder({ holder, orderKey }: IssueRequest): Holder {
  if (holder === null) {
    throw new Error(`order ${orderKey} has no cardholder`);
  }
  return holder;
}

/**
 * Checks that Stripe issues cards in a currency to a cardholder.
 *
 * @throws Refusal `card_not_issued`, `holder_country_not_served`
 */
function requireServed(currency: IssueRequest["currency"], { address }: HolderFacts): void {
  if (!issuesCurrency(currency)) {
    throw new Refusal("card_not_issued", { internal: `Stripe issues no cards in ${currency}` });
  }
  if (address !== undefined && !servesCountry(currency, address.country)) {
    throw new Refusal("holder_country_not_served", {
      internal: `Stripe issues no ${currency} cards to residents of ${address.country}`,
      fields: [{ path: "address.country", code: "not_allowed" }],
    });
  }
}

/**
 * Issues a card.
 *
 * @throws Refusal `issuer_unavailable`, `card_not_issued` if Stripe issues no such card
 */
async function madeOrRefused(
  ask: () => Promise<Stripe.Issuing.Card>,
): Promise<Stripe.Issuing.Card> {
  try {
    return await answered(ask);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      throw new Refusal("card_not_issued", { internal: error.message, cause: error });
    }
    throw error;
  }
}

function createCard(
  stripe: Stripe,
  cardholderId: string,
  timeZone: string,
  { orderKey, currency, limits }: IssueRequest,
): Promise<Stripe.Issuing.Card> {
  return stripe.issuing.cards.create(
    {
      cardholder: cardholderId,
      currency: currency.toLowerCase(),
      type: "virtual",
      status: "inactive",
      spending_controls: { spending_limits: spendingLimits(limits, timeZone) },
      metadata: { tessera_order: orderKey },
    },
    { idempotencyKey: `tessera-card-${orderKey}` },
  );
}

/**
 * Rejects a card product that the Stripe account cannot issue.
 *
 * @throws Refusal `card_not_issued`
 */
function requireAsked(card: Stripe.Issuing.Card, { network, currency }: IssueRequest): void {
  const given = card.brand.toLowerCase().replaceAll(/[^a-z]/g, "");
  if (given !== network || card.currency.toUpperCase() !== currency) {
    throw new Refusal("card_not_issued", {
      internal: `Stripe issues ${given} in ${card.currency}, and ${network} was ordered`,
    });
  }
}
