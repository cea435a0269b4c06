import {
  type AccountId,
  type Guard,
  houseAccount,
  type Leg,
  type Movement,
  type OutboxEvent,
} from "@tessera/ledger";
import type { PayoutProvider } from "../../adapters/payout/payout-provider.ts";
import { newId, wireId } from "../../platform/ids.ts";
import { statusOf, type WithdrawalState } from "./withdrawal-states.policy.ts";
import { receivedOf } from "./withdrawal-terms.policy.ts";
import type { WithdrawalRow } from "./withdrawals.tables.ts";

/**
 * In milliseconds. Longer than any withdrawal takes, so that the hold never expires before a step
 * ends it.
 */
const HOLD_MS = 10 * 366 * 86_400_000;

type Moving = Pick<
  WithdrawalRow,
  | "id"
  | "hold_id"
  | "customer_id"
  | "currency"
  | "asset"
  | "network"
  | "amount_minor"
  | "fee_minor"
  | "network_fee_minor"
  | "network_cost_minor"
  | "rate_scaled"
  | "receive_minor"
  | "total_minor"
  | "limit_day"
  | "limit_minor"
>;

/** Returns the events that tell open screens that a withdrawal has changed. */
function eventsOf({ id }: Pick<Moving, "id">): OutboxEvent[] {
  return [
    { topic: "withdrawals", body: { id: wireId("wdr", id) } },
    { topic: "wallet", body: {} },
    { topic: "bills", body: {} },
  ];
}

/** Returns the name of the counter for a customer's withdrawals on a given day. */
export function limitWindow(day: string): string {
  return `withdrawals:${day}`;
}

/**
 * Returns a movement's data. Omits the address, because movements are kept after their owner's data
 * is erased. The withdrawal's quote contains the address.
 */
function dataOf({ id, asset, network }: Moving) {
  return { asset, network, withdrawalId: wireId("wdr", id) };
}

const UNMOVED = { cardId: null, title: "", clientKey: null } as const;

/** The account in which a withdrawal's money is held, and the daily limit. */
interface HoldTerms {
  readonly account: AccountId;
  readonly at: Date;
  readonly maxMinor: bigint;
  readonly maxCount: number;
}

/**
 * Returns the hold for a withdrawal's total, and the guard that counts the total toward the day's
 * limit.
 */
function heldAndCounted(row: Moving, terms: HoldTerms) {
  return {
    legs: [
      {
        type: "hold",
        holdId: row.hold_id,
        account: terms.account,
        amountMinor: row.total_minor,
        expiresAt: new Date(terms.at.getTime() + HOLD_MS),
      },
    ],
    guards: [
      {
        subject: row.customer_id,
        window: limitWindow(row.limit_day),
        amountMinor: row.limit_minor,
        count: 1,
        maxAmountMinor: terms.maxMinor,
        maxCount: terms.maxCount,
      },
    ],
  } satisfies Pick<Movement, "legs" | "guards">;
}

/**
 * Builds the movement that represents a withdrawal in every list from the time the withdrawal is
 * created. The movement holds the total and counts it toward the day's limit.
 */
export function listedMovement(
  row: Moving,
  terms: HoldTerms & { readonly audit: Movement["audit"] },
): Movement {
  return {
    ...UNMOVED,
    id: row.id,
    customerId: row.customer_id,
    kind: "withdrawal",
    parentId: null,
    status: statusOf("cooling"),
    currency: row.currency,
    amountMinor: -row.total_minor,
    feeMinor: row.fee_minor + row.network_fee_minor,
    data: dataOf(row),
    eventAt: terms.at,
    ...heldAndCounted(row, terms),
    events: eventsOf(row),
    ...(terms.audit !== undefined && { audit: terms.audit }),
  };
}

/** How the network's fee of a payout is paid. */
type FeesIn = PayoutProvider["feesIn"];

/** What a payout exchanges: an amount of the account's currency for an amount of the asset. */
export interface PaidOut {
  readonly soldMinor: bigint;
  /** What leaves the program on the chain, in hundredths of the asset. */
  readonly sentMinor: bigint;
}

/**
 * Returns what a payout exchanges. The network's fee is part of it if it is taken from the asset.
 * A quote of an earlier release does not say what the network takes; then it is what the customer
 * pays for it.
 */
export function paidOut(row: Moving, feesIn: FeesIn): PaidOut {
  const { amount_minor: amountMinor, network_fee_minor: feeMinor, receive_minor: sent } = row;
  if (feesIn === "coin") {
    return { soldMinor: amountMinor, sentMinor: sent };
  }
  const costMinor = row.network_cost_minor ?? receivedOf(feeMinor, row.rate_scaled);
  return { soldMinor: amountMinor + feeMinor, sentMinor: sent + costMinor };
}

/**
 * Returns the legs that pay out the hold: what is exchanged for the asset to the program's
 * position, and the fees to the program.
 */
function payoutLegs(row: Moving, feesIn: FeesIn): Leg[] {
  const { soldMinor } = paidOut(row, feesIn);
  const feesMinor = row.amount_minor + row.network_fee_minor + row.fee_minor - soldMinor;
  const hasFee = feesMinor > 0n;
  const capture = { type: "capture", holdId: row.hold_id } as const;
  return [
    {
      ...capture,
      credit: houseAccount("fx_position", row.currency),
      amountMinor: soldMinor,
      final: !hasFee,
    },
    ...(hasFee
      ? [
          {
            ...capture,
            credit: houseAccount("fees", row.currency),
            amountMinor: feesMinor,
            final: true,
          },
        ]
      : []),
  ];
}

interface StepTerms {
  readonly state: WithdrawalState;
  /** How the network's fee is paid, for the step that completes a withdrawal. */
  readonly feesIn?: FeesIn | undefined;
  readonly at: Date;
  readonly transactionHash: string | null;
  readonly audit: Movement["audit"];
}

/** Builds a step of a withdrawal, which also updates the withdrawal's listed movement. */
export function stepMovement(row: Moving, terms: StepTerms) {
  const { state, at, transactionHash, audit, feesIn = "asset" } = terms;
  const status = statusOf(state);
  return {
    ...UNMOVED,
    id: newId(at),
    customerId: row.customer_id,
    kind: "withdrawal",
    parentId: row.id,
    // A step is complete when it happens, even though the withdrawal continues. `stage` names the
    // step.
    status: "completed",
    currency: row.currency,
    amountMinor: -row.total_minor,
    feeMinor: row.fee_minor + row.network_fee_minor,
    data: { ...dataOf(row), stage: status, ...(transactionHash !== null && { transactionHash }) },
    eventAt: at,
    legs: state === "completed" ? payoutLegs(row, feesIn) : [],
    statusChanges: [{ movementId: row.id, status }],
    events: eventsOf(row),
    ...(audit !== undefined && { audit }),
  } satisfies Movement;
}

/**
 * Builds the step that returns a rejected withdrawal to review and again holds its amount and
 * counts it toward the limit.
 */
export function appealMovement(row: Moving, terms: HoldTerms): Movement {
  const step = { state: "review", transactionHash: null, audit: undefined } as const;
  return {
    ...stepMovement(row, { ...step, at: terms.at }),
    ...heldAndCounted(row, terms),
  };
}

/**
 * Builds the movement that releases a withdrawal's hold, and subtracts its amount from that day's
 * limit counter.
 */
export function returnMovement(row: Moving, at: Date): Movement {
  const givenBack: Guard = {
    subject: row.customer_id,
    window: limitWindow(row.limit_day),
    amountMinor: -row.limit_minor,
    // The request still counts toward the number of withdrawals.
    count: 0,
  };
  return {
    ...UNMOVED,
    id: newId(at),
    customerId: row.customer_id,
    kind: "withdrawal_return",
    parentId: null,
    status: "completed",
    currency: row.currency,
    amountMinor: row.total_minor,
    feeMinor: 0n,
    data: dataOf(row),
    eventAt: at,
    legs: [{ type: "release", holdId: row.hold_id, amountMinor: "all", as: "released" }],
    guards: [givenBack],
    events: [],
  };
}
