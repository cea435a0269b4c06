import {
  WEBHOOK_TYPE_FACTS,
  type WebhookObject,
  type WebhookType,
} from "@tessera/contract/developers/webhook-types";

/** A row of a sealed block that can be an event, in the ledger's order. */
export interface SealedRow {
  /** `movement:`, `status:` or `audit:`, and what identifies the row. */
  readonly source: string;
  /** A movement's kind; null for other rows. */
  readonly kind: string | null;
  /** The movement's first status, or the one that it changed to; null for audit events. */
  readonly status: string | null;
  /** An audit event's action; null for other rows. */
  readonly action: string | null;
  /** The movement that customers read: the row's own, or the one whose step it is. */
  readonly rootId: string | null;
  readonly rootKind: string | null;
  readonly cardId: string | null;
}

/** What happened, to which object. */
export interface Happening {
  readonly type: WebhookType;
  readonly objectType: WebhookObject;
  readonly objectId: string;
}

/** The types of the movements of each kind when they are created. */
const CREATED: Readonly<Record<string, WebhookType>> = {
  force_post: "payment.force_posted",
  refund: "payment.refunded",
  deposit: "deposit.created",
  withdrawal: "withdrawal.created",
  withdrawal_return: "withdrawal.returned",
  exchange: "exchange.created",
  card_deposit: "card.loaded",
  card_withdraw: "card.unloaded",
  card_opening: "movement.created",
  card_close: "movement.created",
  card_replacement: "movement.created",
  correction: "movement.created",
};

/** Steps with a type of their own; the others are changes of their movement. */
const STEPS: Readonly<Record<string, WebhookType>> = {
  refund: "payment.refunded",
  force_post: "payment.force_posted",
  withdrawal_return: "withdrawal.returned",
};

const UPDATED: Readonly<Record<string, WebhookType>> = {
  purchase: "payment.updated",
  force_post: "payment.updated",
  refund: "payment.updated",
  deposit: "deposit.updated",
  withdrawal: "withdrawal.updated",
  withdrawal_return: "withdrawal.updated",
};

const CARD_ACTS: Readonly<Record<string, WebhookType>> = {
  "card.issue": "card.issued",
  "card.freeze": "card.frozen",
  "card.unfreeze": "card.unfrozen",
  "card.limits": "card.limits_changed",
  "card.replace": "card.replaced",
  "card.close": "card.closed",
};

function purchaseType(status: string | null): WebhookType {
  if (status === "declined") {
    return "payment.declined";
  }
  return status === "reviewing" ? "payment.held" : "payment.authorized";
}

function movementType({ source, kind, status, rootId, rootKind }: SealedRow): WebhookType {
  const isStep = kind === null || source !== `movement:${rootId}`;
  if (isStep) {
    const own = kind === null ? undefined : STEPS[kind];
    return own ?? UPDATED[rootKind ?? ""] ?? "movement.updated";
  }
  return kind === "purchase" ? purchaseType(status) : (CREATED[kind] ?? "movement.created");
}

/**
 * Returns the event that a sealed row is, or undefined if it is none: an audit event that is not
 * listed. Every movement is an event.
 */
export function happeningOf(row: SealedRow): Happening | undefined {
  const { action, rootId, cardId } = row;
  const type = action === null ? movementType(row) : CARD_ACTS[action];
  const objectId = action === null ? rootId : cardId;
  if (type === undefined || objectId === null) {
    return undefined;
  }
  return { type, objectType: WEBHOOK_TYPE_FACTS[type].object, objectId };
}
