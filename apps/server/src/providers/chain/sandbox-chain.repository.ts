import type { Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { ChainNetwork } from "./chain-provider.ts";
import type { SandboxChainTables } from "./sandbox-chain.tables.ts";

export type TransferRow = Selectable<SandboxChainTables["sandbox_chain_transfer"]>;

/** Puts a transfer on the simulated chain. */
export async function insertTransfer(tx: Tx, row: TransferRow): Promise<void> {
  await tx
    .withTables<SandboxChainTables>()
    .insertInto("sandbox_chain_transfer")
    .values(row)
    .execute();
}

/** A block on top of every transfer that somebody still waits for. */
export async function confirmOpenTransfers(tx: Tx): Promise<void> {
  await tx
    .withTables<SandboxChainTables>()
    .updateTable("sandbox_chain_transfer")
    .set((row) => ({ confirmations: row("confirmations", "+", 1) }))
    .where("acknowledged_at", "is", null)
    .execute();
}

/** Transfers that were not acknowledged, oldest first. */
export function selectOpenTransfers(tx: Tx, limit: number): Promise<TransferRow[]> {
  return tx
    .withTables<SandboxChainTables>()
    .selectFrom("sandbox_chain_transfer")
    .selectAll()
    .where("acknowledged_at", "is", null)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Marks a transfer as one that nobody waits for any more. */
export async function acknowledgeTransfer(
  tx: Tx,
  transfer: { network: ChainNetwork; transactionHash: string; logIndex: number; at: Date },
): Promise<void> {
  await tx
    .withTables<SandboxChainTables>()
    .updateTable("sandbox_chain_transfer")
    .set({ acknowledged_at: transfer.at })
    .where("network", "=", transfer.network)
    .where("transaction_hash", "=", transfer.transactionHash)
    .where("log_index", "=", transfer.logIndex)
    .execute();
}
