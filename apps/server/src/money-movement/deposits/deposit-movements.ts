import type { Leg, Movement, MovementStatus, OutboxEvent } from "@tessera/ledger";
import type { ChainTransfer } from "../../adapters/chain/chain-provider.ts";
import type { AppContext } from "../../platform/context.ts";
import { newId, wireId } from "../../platform/ids.ts";
import type { DepositRow } from "./deposits.repository.ts";

/** Returns the events that tell open screens that a deposit has changed. */
function eventsOf(deposit: DepositRow): OutboxEvent[] {
  return [
    { topic: "deposit", body: { id: wireId("dep", deposit.id) } },
    { topic: "wallet", body: {} },
    { topic: "bills", body: {} },
  ];
}

interface Listed {
  readonly id: string;
  readonly amountMinor: bigint;
  readonly at: Date;
  readonly notes: readonly string[];
  readonly transfer?: ChainTransfer;
}

function dataOf(deposit: DepositRow, notes: readonly string[], transfer?: ChainTransfer) {
  return {
    asset: transfer?.misdirected?.asset ?? deposit.asset,
    network: transfer?.network ?? deposit.network,
    ...(notes.length > 0 && { notes }),
    ...(transfer !== undefined && {
      transactionHash: transfer.transactionHash,
      received: transfer.amountMinor.toString(),
    }),
  };
}

const UNMOVED = { cardId: null, feeMinor: 0n, title: "", clientKey: null, legs: [] } as const;

/**
 * Builds the movement that represents a deposit in every list from the time the deposit is created.
 */
export function listedMovement(deposit: DepositRow, listed: Listed): Movement {
  return {
    ...UNMOVED,
    id: listed.id,
    customerId: deposit.customer_id,
    kind: "deposit",
    parentId: null,
    status: "processing",
    currency: deposit.currency,
    amountMinor: listed.amountMinor,
    data: dataOf(deposit, listed.notes, listed.transfer),
    eventAt: listed.at,
    events: eventsOf(deposit),
  };
}

interface Step {
  readonly parentId: string;
  readonly kind: "deposit" | "deposit_reversal" | "expiry";
  /** The new status of the listed movement. */
  readonly status: MovementStatus;
  readonly amountMinor: bigint;
  readonly notes: readonly string[];
  readonly transfer?: ChainTransfer;
  readonly legs?: readonly Leg[];
}

/** Builds a movement step that also updates the listed movement's status and amount. */
export function stepMovement(context: AppContext, deposit: DepositRow, step: Step): Movement {
  const { parentId, kind, status, amountMinor } = step;
  const isSeen = status === "processing";
  return {
    ...UNMOVED,
    id: newId(context.clock.now()),
    customerId: deposit.customer_id,
    kind,
    parentId,
    // The step that records the payment as seen is complete, even though the deposit is not.
    status: isSeen ? "completed" : status,
    currency: deposit.currency,
    amountMinor,
    data: { ...dataOf(deposit, step.notes, step.transfer), ...(isSeen && { stage: "seen" }) },
    eventAt: context.clock.now(),
    legs: step.legs ?? [],
    events: eventsOf(deposit),
    statusChanges: [{ movementId: parentId, status, amountMinor }],
  };
}
