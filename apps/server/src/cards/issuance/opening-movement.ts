import { houseAccount, type Movement } from "@tessera/ledger";
import type { CardOrder } from "./card-order.ts";

/**
 * Builds the movement for a card's opening fee, which is taken from the account that funds the
 * card.
 */
export function openingMovement(
  order: CardOrder,
  fundingAccount: bigint,
  feeMinor: bigint,
  last4: string,
): Movement {
  const { currency, network, type } = order.segment;
  return {
    id: order.applicationId,
    customerId: order.customerId,
    kind: "card_opening",
    cardId: order.cardId,
    parentId: null,
    status: "completed",
    currency,
    amountMinor: -feeMinor,
    feeMinor: 0n,
    title: "",
    data: { last4, network, type },
    eventAt: order.now,
    clientKey: order.clientKey,
    legs:
      feeMinor === 0n
        ? []
        : [
            {
              type: "transfer",
              debit: fundingAccount,
              credit: houseAccount("fees", currency),
              amountMinor: feeMinor,
            },
          ],
    guards: order.newCard === undefined ? [] : [order.newCard.guard],
    audit: [
      {
        action: "card.issue",
        actor: order.actor,
        customerId: order.customerId,
        object: order.cardId,
        outcome: "ok",
        requestId: order.requestId,
        data: { segmentId: order.segment.id },
      },
    ],
  };
}
