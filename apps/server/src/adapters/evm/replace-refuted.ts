import type { EvmChainSettings } from "../../platform/config/evm-settings.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import type { EvmReceipt } from "./evm-answers.ts";
import { addCount } from "./evm-chains.repository.ts";
import { retractUnproven, type StoredTransfer } from "./evm-transfers.repository.ts";
import { transfersIn } from "./require-whole.ts";
import { storeOwn } from "./store-span.ts";

/**
 * Replaces a stored transfer that its transaction's receipt contradicts, because a server invented
 * or changed it: retracts it, and stores what the receipt has instead.
 */
export async function replaceRefuted(
  { db, clock, log }: Pick<AppContext, "db" | "clock" | "log">,
  settings: EvmChainSettings,
  { transfer, receipt }: { readonly transfer: StoredTransfer; readonly receipt: EvmReceipt },
): Promise<void> {
  const contracts = new Set(settings.tokens.map(({ contract }) => contract));
  const transfers = receipt.status === "0x1" ? transfersIn(receipt, contracts) : [];
  await inTransaction(db, async (tx) => {
    const at = clock.now();
    if (await retractUnproven(tx, transfer.id, at)) {
      await storeOwn(tx, settings, { transfers, at });
      await addCount(tx, BigInt(settings.chainId), { what: "refuted", n: 1, at });
    }
  });
  const { network, transaction_hash: transaction } = transfer;
  log.error({ network, transaction }, "a stored transfer was replaced by that of its receipt");
}
