import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Merchant, Movement, MovementKind } from "@tessera/contract/insights/bills.schemas";

/** Names of the movement types. */
export const MOVEMENT_KIND_LABELS: Readonly<Record<MovementKind, MessageDescriptor>> = {
  deposit: msg`Deposit`,
  withdrawal: msg`Withdrawal`,
  withdrawal_return: msg`Withdrawal returned`,
  card_opening: msg`Card opening fee`,
  card_deposit: msg`Added to card`,
  card_withdraw: msg`Transferred from card`,
  card_close: msg`Card closed`,
  card_replacement: msg`Card replacement`,
  purchase: msg`Purchase`,
  refund: msg`Refund`,
  force_post: msg`Late charge`,
  correction: msg`Adjustment`,
  exchange: msg`Currency exchange`,
};

/** Names of the merchant categories. */
export const CATEGORY_LABELS: Readonly<Record<Merchant["category"], MessageDescriptor>> = {
  advertising: msg`Advertising`,
  software: msg`Software`,
  travel: msg`Travel`,
  shopping: msg`Shopping`,
  other: msg({ message: "Other", context: "merchant category" }),
};

/** Translates a message into the reader's language. */
export type Say = (descriptor: MessageDescriptor) => string;

type Titled = Pick<Movement, "kind" | "title" | "merchant" | "source">;

/**
 * Returns the title of a movement in the reader's current language: its merchant's name, a
 * correction's reason, or its type.
 *
 * @param withinCard true on a card's page, where funds came from the account
 */
export function movementTitle(movement: Titled, say: Say, withinCard = false): string {
  if (movement.merchant !== undefined) {
    return movement.merchant.name;
  }
  if (movement.kind === "correction") {
    return movement.title;
  }
  if (movement.source === "bank") {
    return say(msg`Bank transfer`);
  }
  if (withinCard && movement.kind === "card_deposit") {
    return say(msg`Added from account`);
  }
  if (withinCard && movement.kind === "card_withdraw") {
    return say(msg`Transferred to account`);
  }
  return Object.hasOwn(MOVEMENT_KIND_LABELS, movement.kind)
    ? say(MOVEMENT_KIND_LABELS[movement.kind])
    : movement.title;
}

/** Returns a remark to add to the title if a movement is not a plain payment to its merchant. */
export function movementRemark(movement: Titled, say: Say): string | undefined {
  const { kind, merchant } = movement;
  const isTold = merchant === undefined ? kind !== "correction" : kind === "purchase";
  return isTold ? undefined : say(MOVEMENT_KIND_LABELS[kind]);
}
