import type { BillingAddress } from "@tessera/contract/cards/cards.schemas";
import type Stripe from "stripe";
import type { StripeSettings } from "../../platform/config.ts";
import type { AppContext } from "../../platform/context.ts";
import type { IssueRequest, IssuerPort } from "./issuer.port.ts";
import { spendingLimits } from "./spending-controls.policy.ts";
import { answered } from "./stripe-answers.ts";
import { keepOrder, keepOrderedCard } from "./stripe-orders.repository.ts";

/**
 * Stripe Issuing. A card has a cardholder of its own, since a billing address is the cardholder's,
 * and is inactive until it was kept and paid for.
 */
export function createStripeIssuer(
  { db, config }: Pick<AppContext, "db" | "config">,
  stripe: Stripe,
  settings: StripeSettings,
): IssuerPort {
  return {
    kind: "elements",
    name: "stripe",
    async issue(request) {
      const { orderKey, billingAddress, issuedAt } = request;
      const order = await keepOrder(db.kysely, { orderKey, billingAddress }, issuedAt);
      const card = await answered(() =>
        order.stripeCardId === null
          ? createCard(stripe, settings, config.timeZone, {
              ...request,
              billingAddress: order.billingAddress,
            })
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
        billingAddress: order.billingAddress,
      };
    },
  };
}

async function createCard(
  stripe: Stripe,
  { cardholderName }: StripeSettings,
  timeZone: string,
  request: IssueRequest,
): Promise<Stripe.Issuing.Card> {
  const { orderKey, currency, limits, billingAddress } = request;
  const metadata = { tessera_order: orderKey };
  const cardholder = await stripe.issuing.cardholders.create(
    {
      type: "company",
      name: cardholderName,
      billing: { address: addressOf(billingAddress) },
      metadata,
    },
    { idempotencyKey: `tessera-cardholder-${orderKey}` },
  );
  return stripe.issuing.cards.create(
    {
      cardholder: cardholder.id,
      currency: currency.toLowerCase(),
      type: "virtual",
      status: "inactive",
      spending_controls: { spending_limits: spendingLimits(limits, timeZone) },
      metadata,
    },
    { idempotencyKey: `tessera-card-${orderKey}` },
  );
}

function addressOf({ line1, line2, city, region, postalCode, country }: BillingAddress) {
  return {
    line1,
    ...(line2 !== null && { line2 }),
    city,
    ...(region !== null && { state: region }),
    postal_code: postalCode,
    country,
  };
}

/** A segment that promises what the programme at Stripe does not give must not be sold. */
function requireAsked(card: Stripe.Issuing.Card, { network, currency }: IssueRequest): void {
  const given = card.brand.toLowerCase().replaceAll(/[^a-z]/g, "");
  if (given !== network || card.currency.toUpperCase() !== currency) {
    throw new Error(`Stripe issues ${given} in ${card.currency}, and ${network} was ordered`);
  }
}
