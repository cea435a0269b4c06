/** The types of objects that events are about, with the call that reads them. */
export const WEBHOOK_OBJECTS = ["movement", "card"] as const;
export type WebhookObject = (typeof WEBHOOK_OBJECTS)[number];

/** What a type of event means. */
interface WebhookTypeFacts {
  readonly object: WebhookObject;
  readonly meaning: string;
}

const movement = (meaning: string): WebhookTypeFacts => ({ object: "movement", meaning });
const card = (meaning: string): WebhookTypeFacts => ({ object: "card", meaning });

/**
 * Every type of event, with what happened. Each one comes from rows that the ledger seals:
 * movements, status changes and audit events. A movement's object is the one that
 * `GET /api/transactions/:id` reads; steps, such as a clearing, are events of their movement.
 */
export const WEBHOOK_TYPE_FACTS = {
  "payment.authorized": movement("A payment was approved."),
  "payment.held": movement("A payment waits for its owner's approval."),
  "payment.declined": movement("A payment was declined."),
  "payment.updated": movement("A payment was cleared, increased, reversed, released or expired."),
  "payment.force_posted": movement("A merchant settled a payment without an authorization."),
  "payment.refunded": movement("A merchant refunded money to a card."),
  "deposit.created": movement("A deposit was announced or arrived."),
  "deposit.updated": movement("A deposit was credited, reviewed, reversed or expired."),
  "withdrawal.created": movement("A withdrawal was requested."),
  "withdrawal.updated": movement("A withdrawal was sent, completed, rejected or canceled."),
  "withdrawal.returned": movement("The money of a withdrawal came back."),
  "exchange.created": movement("Money was exchanged into another currency."),
  "card.loaded": movement("Money was moved from the account to a card."),
  "card.unloaded": movement("Money was moved from a card to the account."),
  "movement.created": movement("Any other movement: a card's opening or closing, an adjustment."),
  "movement.updated": movement("Any other movement changed, or a debt was repaid from it."),
  "card.issued": card("A card was issued."),
  "card.frozen": card("A card was frozen, by its owner or by Tessera."),
  "card.unfrozen": card("A freeze of a card was lifted."),
  "card.limits_changed": card("A card's own limits were changed."),
  "card.replaced": card("A card was replaced by a new one."),
  "card.closed": card("A card was closed."),
} as const satisfies Readonly<Record<string, WebhookTypeFacts>>;

export type WebhookType = keyof typeof WEBHOOK_TYPE_FACTS;
export const WEBHOOK_TYPES = Object.keys(WEBHOOK_TYPE_FACTS) as WebhookType[];

/** The version of the events' form. Another one is given to a form that is not compatible. */
export const WEBHOOK_VERSION = 1;
