import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";

/** Display phase of a deposit: waiting for a payment, counting confirmations, or ended. */
export type DepositPhase = "waiting" | "seen" | "completed" | "failed" | "cancelled";

/**
 * Returns the phase of a deposit. A payment counts as soon as it is seen on chain, even if late.
 */
export function depositPhase(deposit: Pick<Deposit, "status" | "seenAt">): DepositPhase {
  switch (deposit.status) {
    case "completed":
      return "completed";
    case "cancelled":
      return "cancelled";
    case "expired":
      return "failed";
    default:
      return deposit.seenAt === null ? "waiting" : "seen";
  }
}

const OPEN_POLL_MS = 1_500;
/**
 * Polling interval for an expired or canceled deposit, in milliseconds. A payment may still arrive.
 */
const CLOSED_POLL_MS = 10_000;
/**
 * Polling interval while events arrive, in milliseconds. Polling only makes up for missed events.
 */
const TOLD_POLL_MS = 15_000;

/**
 * Returns the delay before a deposit is polled again, or `false` if the deposit is final.
 *
 * @param told whether changes arrive as events
 */
export function depositPollMs(
  deposit: Pick<Deposit, "status" | "seenAt"> | undefined,
  told: boolean,
): number | false {
  if (deposit?.status === "completed") {
    return false;
  }
  if (told) {
    return TOLD_POLL_MS;
  }
  const open = deposit === undefined || deposit.status === "pending";
  return open ? OPEN_POLL_MS : CLOSED_POLL_MS;
}
