import type { ChainProvider, ChainTransfer } from "../../adapters/chain/chain-provider.ts";
import type { AppContext } from "../../platform/context.ts";
import { everyRow } from "../../platform/paging/every-row.ts";
import { chainOf } from "./chain.ts";
import { recordTransfer } from "./record-transfer.ts";
import { retractTransfers } from "./retract-transfer.ts";

const PAGE_SIZE = 200;

/** Records a transfer, and acknowledges it if nothing else needs to be done. */
async function settle(
  context: AppContext,
  chain: ChainProvider,
  transfer: ChainTransfer,
): Promise<void> {
  const recorded = await recordTransfer(context, transfer);
  if (recorded === "unknown_address") {
    context.log.warn(
      { transaction: transfer.transactionHash },
      "a transfer went to an unknown address",
    );
  }
  if (recorded === "below_recovery_cost") {
    const { network, transactionHash: transaction } = transfer;
    context.log.warn({ network, transaction }, "a misdirected transfer is not worth its recovery");
  }
  if (recorded !== "confirming") {
    await chain.acknowledge(transfer);
  }
}

/**
 * Processes transfers reported by the chain: takes back those that left it, records every
 * unacknowledged transfer, and acknowledges it once it is credited. Any number of servers may run
 * this concurrently.
 *
 * @returns the number of transfers
 */
export async function settleTransfers(
  context: AppContext,
  pageSize: number = PAGE_SIZE,
): Promise<number> {
  const chain = chainOf(context);
  await retractTransfers(context, chain, pageSize);
  let looked = 0;
  for await (const transfer of everyRow<ChainTransfer>(pageSize, (after) =>
    chain.unacknowledged(pageSize, after),
  )) {
    looked += 1;
    try {
      await settle(context, chain, transfer);
    } catch (error) {
      // The chain will report this transfer again. A failure must not delay the remaining
      // transfers.
      context.log.error(
        { err: error, transaction: transfer.transactionHash },
        "a transfer could not be processed yet",
      );
    }
  }
  return looked;
}
