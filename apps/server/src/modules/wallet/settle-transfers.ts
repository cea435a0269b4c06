import type { AppContext } from "../../platform/context.ts";
import type { ChainTransfer } from "../../providers/chain/chain-provider.ts";
import { chainOf } from "./chain.ts";
import { type Recorded, recordTransfer } from "./record-transfer.ts";

const BATCH = 200;

/** A transfer that cannot be recorded is told of again; those behind it must not wait for it. */
async function recordOrKeep(context: AppContext, transfer: ChainTransfer): Promise<Recorded> {
  try {
    return await recordTransfer(context, transfer);
  } catch (error) {
    context.log.error({ err: error, transaction: transfer.transactionHash }, "not recorded yet");
    return "confirming";
  }
}

/**
 * Takes in what the chain tells: every transfer that is not acknowledged is recorded, and
 * acknowledged once it is credited. Safe to run anywhere, at any time, as often as one likes.
 *
 * @returns how many transfers it looked at
 */
export async function settleTransfers(context: AppContext): Promise<number> {
  const chain = chainOf(context);
  const transfers = await chain.unacknowledged(BATCH);
  for (const transfer of transfers) {
    const recorded = await recordOrKeep(context, transfer);
    if (recorded === "unknown_address") {
      context.log.warn({ transaction: transfer.transactionHash }, "paid to an unknown address");
    }
    if (recorded !== "confirming") {
      await chain.acknowledge(transfer);
    }
  }
  return transfers.length;
}
