import type { Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { ChainTransfer } from "./chain-provider.ts";
import type { SandboxChainTables } from "./sandbox-chain.tables.ts";

export type TransferRow = Selectable<SandboxChainTables["sandbox_chain_transfer"]>;

/** Inserts a transfer into the simulated chain. */
export async function insertTransfer(tx: Tx, row: TransferRow): Promise<void> {
  await tx
    .withTables<SandboxChainTables>()
    .insertInto("sandbox_chain_transfer")
    .values(row)
    .execute();
}

/** Adds a block on top of every unacknowledged transfer. */
export async function confirmOpenTransfers(tx: Tx): Promise<void> {
  await tx
    .withTables<SandboxChainTables>()
    .updateTable("sandbox_chain_transfer")
    .set((row) => ({ confirmations: row("confirmations", "+", 1) }))
    .where("acknowledged_at", "is", null)
    .execute();
}

/** Identifies a transfer on its chain. */
type TransferName = Pick<ChainTransfer, "network" | "transactionHash" | "logIndex">;

/**
 * Selects unacknowledged transfers, oldest first. If `after` is set, selects only those after it.
 */
export function selectOpenTransfers(
  tx: Tx,
  limit: number,
  after?: TransferName,
): Promise<TransferRow[]> {
  return tx
    .withTables<SandboxChainTables>()
    .selectFrom("sandbox_chain_transfer")
    .selectAll()
    .where("acknowledged_at", "is", null)
    .$if(after !== undefined, (query) =>
      query.where("id", ">", (row) =>
        row
          .selectFrom("sandbox_chain_transfer as former")
          .select("former.id")
          .where("former.network", "=", after?.network ?? "TRC20")
          .where("former.transaction_hash", "=", after?.transactionHash ?? "")
          .where("former.log_index", "=", after?.logIndex ?? 0),
      ),
    )
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Marks a transfer as acknowledged. */
export async function acknowledgeTransfer(
  tx: Tx,
  transfer: TransferName & { readonly at: Date },
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
