import type { ChainProvider, ChainTransfer } from "../../adapters/chain/chain-provider.ts";
import type { AppContext } from "../../platform/context.ts";
import { everyRow } from "../../platform/paging/every-row.ts";
import { chainOf } from "./chain.ts";
import { recordTransfer } from "./record-transfer.ts";

const PAGE_SIZE = 200;

/** Records a transfer and acknowledges it where nothing is left to do. */
async function settle(
  context: AppContext,
  chain: ChainProvider,
  transfer: ChainTransfer,
): Promise<void> {
  const recorded = await recordTransfer(context, transfer);
  if (recorded === "unknown_address") {
    context.log.warn({ transaction: transfer.transactionHash }, "paid to an unknown address");
  }
  if (recorded !== "confirming") {
    await chain.acknowledge(transfer);
  }
}

/**
 * Takes in what the chain tells: every transfer that is not acknowledged is recorded, and
 * acknowledged once it is credited. Safe to run anywhere, at any time, as often as one likes.
 *
 * @returns how many transfers it looked at
 */
export async function settleTransfers(
  context: AppContext,
  pageSize: number = PAGE_SIZE,
): Promise<number> {
  const chain = chainOf(context);
  let looked = 0;
  for await (const transfer of everyRow<ChainTransfer>(pageSize, (after) =>
    chain.unacknowledged(pageSize, after),
  )) {
    looked += 1;
    try {
      await settle(context, chain, transfer);
    } catch (error) {
      // It is told of again; those behind it must not wait for it.
      context.log.error({ err: error, transaction: transfer.transactionHash }, "not settled yet");
    }
  }
  return looked;
}
