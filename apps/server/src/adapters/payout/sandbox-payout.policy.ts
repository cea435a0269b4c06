import type { PayoutOutcome } from "@tessera/contract/money-movement/withdrawals.schemas";

/** The state of a payout at the simulated provider. */
export interface PayoutProgress {
  readonly outcome: PayoutOutcome;
  readonly status: string;
  readonly confirmations: number;
  readonly blocks: number;
}

/** Number of blocks during which a delayed payout makes no progress. */
const DELAY_BLOCKS = 10;
/** Number of confirmations after which a payout fails if its outcome is set to failure. */
const FAILS_AFTER = 2;
const ENDS: ReadonlySet<string> = new Set(["completed", "failed", "declined"]);
/** A status that the protocol does not define. */
const STRANGE_STATUS = "held_by_treasury";

/** Returns a payout's state after another block on its chain. */
export function nextBlock(
  { outcome, status, confirmations, blocks: before }: PayoutProgress,
  confirmationsRequired: number,
): Omit<PayoutProgress, "outcome"> & { readonly closed: boolean } {
  const blocks = before + 1;
  if (ENDS.has(status)) {
    return { status, confirmations, blocks, closed: true };
  }
  if (outcome === "delay" && blocks <= DELAY_BLOCKS) {
    return { status, confirmations, blocks, closed: false };
  }
  if (outcome === "unknown_status") {
    return { status: STRANGE_STATUS, confirmations, blocks, closed: false };
  }
  if (outcome === "fail" && confirmations >= FAILS_AFTER) {
    return { status: "failed", confirmations, blocks, closed: true };
  }
  const next = Math.min(confirmations + 1, confirmationsRequired);
  const isPaid = next >= confirmationsRequired;
  return {
    status: isPaid ? "completed" : "processing",
    confirmations: next,
    blocks,
    closed: isPaid,
  };
}
