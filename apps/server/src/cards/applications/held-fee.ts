import { type AccountId, type HoldLeg, houseAccount, type Movement } from "@tessera/ledger";
import type { CardApplicationRow, CardSegmentRow } from "../../db/tables/issuing.tables.ts";
import type { AppContext } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import type { CardOrder } from "../issuance/index.ts";

/**
 * Days until the hold expires. This is far longer than any decision takes, so the hold never
 * expires before it.
 */
const HOLD_DAYS = 400;
const DAY_MS = 86_400_000;

/** Returns the hold for an opening fee, or undefined if the fee is zero. */
export function holdOf(account: AccountId, feeMinor: bigint, now: Date): HoldLeg | undefined {
  return feeMinor === 0n
    ? undefined
    : {
        type: "hold",
        holdId: newId(now),
        account,
        amountMinor: feeMinor,
        expiresAt: new Date(now.getTime() + HOLD_DAYS * DAY_MS),
      };
}

/** Returns the movement that holds the opening fee for a card under review. */
export function heldMovement(
  order: CardOrder,
  feeMinor: bigint,
  hold: HoldLeg | undefined,
): Movement {
  const { currency, network, type } = order.segment;
  return {
    id: order.applicationId,
    customerId: order.customerId,
    kind: "card_opening",
    cardId: null,
    parentId: null,
    status: "reviewing",
    currency,
    amountMinor: -feeMinor,
    feeMinor: 0n,
    title: "",
    data: { network, type },
    eventAt: order.now,
    clientKey: order.clientKey,
    legs: hold === undefined ? [] : [hold],
    guards: order.newCard === undefined ? [] : [order.newCard.guard],
    events: [{ topic: "wallet", body: {} }],
  };
}

interface FeeStep {
  readonly status: "completed" | "rejected" | "cancelled" | "expired" | "reviewing";
  readonly cardId?: string;
  /** The new hold, if the case is reopened. */
  readonly hold?: HoldLeg | undefined;
}

/** Returns the next step for a held opening fee: capture, release, or another hold. */
export function feeStep(
  { clock }: Pick<AppContext, "clock">,
  application: CardApplicationRow,
  { currency }: CardSegmentRow,
  { status, cardId, hold }: FeeStep,
): Movement {
  const { hold_id: holdId, opening_fee_minor: feeMinor } = application;
  const now = clock.now();
  const ends =
    status === "completed"
      ? ({ type: "capture", credit: houseAccount("fees", currency), final: true } as const)
      : ({ type: "release", as: "released" } as const);
  const amountMinor = status === "completed" ? feeMinor : ("all" as const);
  const ended = holdId === null ? [] : [{ ...ends, holdId, amountMinor } as Movement["legs"][0]];
  return {
    id: newId(now),
    customerId: application.customer_id,
    kind: "card_opening",
    cardId: cardId ?? null,
    parentId: application.id,
    status: status === "reviewing" ? "completed" : status,
    currency,
    amountMinor: -feeMinor,
    feeMinor: 0n,
    title: "",
    data: {},
    eventAt: now,
    clientKey: null,
    legs: status === "reviewing" ? (hold === undefined ? [] : [hold]) : ended,
    statusChanges: [{ movementId: application.id, status }],
    events: [
      { topic: "wallet", body: {} },
      { topic: "bills", body: {} },
    ],
  };
}
