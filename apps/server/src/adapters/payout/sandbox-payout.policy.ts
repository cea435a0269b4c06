import type { PayoutOutcome } from "@tessera/contract/money-movement/withdrawals.schemas";

/** How far the simulated provider is with a payout. */
export interface PayoutProgress {
  readonly outcome: PayoutOutcome;
  readonly status: string;
  readonly confirmations: number;
  readonly blocks: number;
}

/** Blocks for which one that is told to delay does nothing. */
const DELAY_BLOCKS = 10;
/** Confirmations after which one that is told to fail does. */
const FAILS_AFTER = 2;
const ENDS: ReadonlySet<string> = new Set(["completed", "failed", "declined"]);
/** A word that no table of statuses has. */
const STRANGE_STATUS = "held_by_treasury";

/** A payout after one more block on its chain. */
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
