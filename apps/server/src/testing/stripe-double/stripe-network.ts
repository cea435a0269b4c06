import Stripe from "stripe";
import { newObject, type StripeObject, type StripeWorld } from "./stripe-objects.ts";

/** A merchant's authorization request. The amount is in minor units. */
export interface Ask {
  readonly amount: number;
  readonly currency?: string;
  /** What the merchant asks for, if it is in another currency. */
  readonly merchant?: MerchantAsk;
  readonly mcc?: string;
  readonly cvcCheck?: "match" | "mismatch" | "not_provided";
  readonly expiryCheck?: "match" | "mismatch" | "not_provided";
}

interface MerchantAsk {
  readonly amount: number;
  readonly currency: string;
}

export interface Delivered {
  readonly status: number;
  readonly json: StripeObject;
}

/** Options for sending a message differently than Stripe would. */
export interface Sending {
  readonly secret?: string;
  /** The age of the signature, in seconds. */
  readonly ageSeconds?: number;
  /** The bytes to send instead of the signed bytes. */
  readonly body?: string;
  readonly signature?: string | null;
}

interface NetworkOptions {
  readonly world: StripeWorld;
  readonly webhookSecret: string;
  /** The address to send messages to. */
  readonly webhookUrl: string;
}

/**
 * Simulates merchants and the card network as Stripe reports them. Events take effect at Stripe
 * immediately. Their messages wait until a test delivers them, which may be in any order, any
 * number of times, or never.
 */
export class StripeNetwork {
  readonly #options: NetworkOptions;
  readonly #stripe = new Stripe("sk_test_double");

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  /** Sends a message with Stripe's signature. */
  async deliver(event: StripeObject, sending: Sending = {}): Promise<Delivered> {
    const payload = JSON.stringify(event);
    const signed = this.#stripe.webhooks.generateTestHeaderString({
      payload,
      secret: sending.secret ?? this.#options.webhookSecret,
      timestamp: Math.floor(Date.now() / 1_000) - (sending.ageSeconds ?? 0),
    });
    const signature = sending.signature === undefined ? signed : sending.signature;
    const response = await fetch(this.#options.webhookUrl, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        ...(signature !== null && { "stripe-signature": signature }),
      },
      body: sending.body ?? payload,
    });
    return { status: response.status, json: JSON.parse(await response.text()) };
  }

  /** Requests an authorization for a merchant, but does not send the message yet. */
  asks(cardId: string, ask: Ask): { authorization: StripeObject; request: StripeObject } {
    const { mcc = "5734", currency = "usd" } = ask;
    const authorization = this.#options.world.add(
      newObject("issuing.authorization", {
        amount: 0,
        approved: false,
        card: this.#options.world.get(cardId),
        currency,
        pending_request: pendingOf(ask.amount, currency, ask.merchant),
        status: "pending",
      }),
    );
    authorization.merchant_data.category_code = mcc;
    authorization.verification_data.cvc_check = ask.cvcCheck ?? "match";
    authorization.verification_data.expiry_check = ask.expiryCheck ?? "match";
    return {
      authorization,
      request: eventOf("issuing_authorization.request", authorization),
    };
  }

  /** Requests an increment of an open authorization. */
  asksMore(authorizationId: string, amount: number): StripeObject {
    const authorization = this.#options.world.get(authorizationId);
    authorization.pending_request = pendingOf(amount, authorization.currency);
    return eventOf("issuing_authorization.request", authorization);
  }

  /**
   * Records the outcome of an authorization request at Stripe, where no response means declined.
   * Returns the message about the outcome.
   */
  resolve(authorizationId: string, isApproved: boolean): StripeObject {
    const authorization = this.#options.world.get(authorizationId);
    const { amount } = authorization.pending_request;
    const isFirst = authorization.request_history.length === 0;
    authorization.pending_request = null;
    authorization.request_history.push({
      amount,
      approved: isApproved,
      reason: "webhook_approved",
    });
    if (isApproved) {
      authorization.approved = true;
      authorization.amount += amount;
    } else if (isFirst) {
      authorization.amount = amount;
      authorization.status = "closed";
    }
    return eventOf(`issuing_authorization.${isFirst ? "created" : "updated"}`, authorization);
  }

  /** Requests an authorization, delivers the request, and records the response as Stripe would. */
  async pays(cardId: string, ask: Ask) {
    const { authorization, request } = this.asks(cardId, ask);
    const answer = await this.deliver(request);
    const created = this.resolve(authorization.id, answer.json.approved === true);
    return { id: String(authorization.id), answer, request, created };
  }

  /**
   * Captures an authorization in full, in part, or for more than the authorized amount. `isLast`
   * closes the authorization.
   */
  captures(authorizationId: string, amount: number, isLast = true) {
    const authorization = this.#options.world.get(authorizationId);
    const transaction = this.#moves(authorization.card.id, -amount, authorization);
    authorization.transactions.push(transaction);
    authorization.amount = isLast ? 0 : Math.max(0, authorization.amount - amount);
    authorization.status = isLast ? "closed" : "pending";
    return {
      transaction,
      created: eventOf("issuing_transaction.created", transaction),
      updated: eventOf("issuing_authorization.updated", authorization),
    };
  }

  /** Reverses an authorization in full or in part. */
  reverses(authorizationId: string, amount?: number): StripeObject {
    const authorization = this.#options.world.get(authorizationId);
    authorization.amount -= amount ?? authorization.amount;
    authorization.status = authorization.amount === 0 ? "reversed" : "pending";
    return eventOf("issuing_authorization.updated", authorization);
  }

  /** Expires an authorization that was not captured in time. */
  expires(authorizationId: string): StripeObject {
    const authorization = this.#options.world.get(authorizationId);
    authorization.status = "expired";
    return eventOf("issuing_authorization.updated", authorization);
  }

  /** Posts a refund, or a force post if the amount is negative. */
  posts(cardId: string, signedAmount: number, type: "capture" | "refund"): StripeObject {
    const transaction = this.#moves(cardId, signedAmount, null, type);
    return eventOf("issuing_transaction.created", transaction);
  }

  #moves(
    card: string,
    amount: number,
    authorization: StripeObject | null,
    type = "capture",
  ): StripeObject {
    const { currency } = this.#options.world.get(card);
    return this.#options.world.add(
      newObject("issuing.transaction", {
        amount,
        authorization: authorization === null ? null : authorization.id,
        card,
        currency,
        merchant_amount: amount,
        merchant_currency: currency,
        type,
      }),
    );
  }
}

function pendingOf(
  amount: number,
  currency: string,
  merchant: MerchantAsk = { amount, currency },
): StripeObject {
  return {
    amount,
    amount_details: null,
    currency,
    is_amount_controllable: false,
    merchant_amount: merchant.amount,
    merchant_currency: merchant.currency,
    network_risk_score: null,
  };
}

/** Returns a message with a copy of the object's current state. */
export function eventOf(type: string, object: StripeObject): StripeObject {
  return newObject("event", {
    type,
    api_version: Stripe.API_VERSION,
    data: { object: structuredClone(object) },
  });
}
