import { houseAccount, type Movement } from "@tessera/ledger";
import { v7 as uuidv7 } from "uuid";
import type { Subject } from "./subject.ts";

function movementOf(
  subject: Subject,
  what: Pick<Movement, "kind" | "amountMinor" | "feeMinor" | "legs" | "cardId">,
): Movement {
  return {
    id: uuidv7(),
    customerId: subject.customerId,
    parentId: null,
    status: "completed",
    currency: "USD",
    title: "",
    data: {},
    eventAt: new Date(),
    clientKey: null,
    ...what,
  };
}

/** Builds a movement from the customer's account to an internal account. */
export function customerToHouse(subject: Subject, amountMinor: bigint): Movement {
  const credit = houseAccount("fees", "USD");
  return movementOf(subject, {
    kind: "correction",
    cardId: null,
    amountMinor: -amountMinor,
    feeMinor: 0n,
    legs: [{ type: "transfer", debit: subject.account, credit, amountMinor }],
  });
}

/** Builds an adjustment in a customer's favor, which needs no quote and no payment on chain. */
export function houseToCustomer(subject: Subject, amountMinor: bigint): Movement {
  const debit = houseAccount("fees", "USD");
  return movementOf(subject, {
    kind: "correction",
    cardId: null,
    amountMinor,
    feeMinor: 0n,
    legs: [{ type: "transfer", debit, credit: subject.account, amountMinor }],
  });
}

/** Builds a movement between two constrained accounts of one customer: from account to card. */
export function customerToCustomersCard(subject: Subject, amountMinor: bigint): Movement {
  const legs = [
    { type: "transfer", debit: subject.account, credit: subject.card, amountMinor },
  ] as const;
  return movementOf(subject, {
    kind: "card_deposit",
    cardId: subject.cardId,
    amountMinor,
    feeMinor: 0n,
    legs,
  });
}
