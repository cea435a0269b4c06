import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";

/** What a deposit shows: waiting for its payment, counting confirmations, or over. */
export type DepositPhase = "waiting" | "seen" | "completed" | "failed" | "cancelled";

/** The phase of a deposit. A payment that was seen counts, however late it came. */
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
/** A payment may still come after time is up or after cancelling, and is then seen. */
const CLOSED_POLL_MS = 10_000;
/** While every change is told of, asking is only for what telling might miss. */
const TOLD_POLL_MS = 15_000;

/**
 * How long until a deposit is asked for again; `false` once nothing more can come of it.
 *
 * @param told whether changes arrive by themselves
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
