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

/**
 * Takes a transfer off the simulated chain, or mines it again. Only the former leaves a retraction
 * to settle.
 */
export async function moveTransfer(
  tx: Tx,
  name: TransferName,
  retractedAt: Date | null,
): Promise<void> {
  await tx
    .withTables<SandboxChainTables>()
    .updateTable("sandbox_chain_transfer")
    .set({
      retracted_at: retractedAt,
      confirmations: 0,
      acknowledged_at: null,
      ...(retractedAt !== null && { retraction_settled_at: null }),
    })
    .where("network", "=", name.network)
    .where("transaction_hash", "=", name.transactionHash)
    .where("log_index", "=", name.logIndex)
    .execute();
}

/** Selects transfers off the chain whose retraction was not settled, oldest first. */
export function selectRetractedTransfers(tx: Tx, limit: number): Promise<TransferRow[]> {
  return tx
    .withTables<SandboxChainTables>()
    .selectFrom("sandbox_chain_transfer")
    .selectAll()
    .where("retracted_at", "is not", null)
    .where("retraction_settled_at", "is", null)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Marks the retraction of a transfer as settled. Returns false if it was settled before. */
export async function settleRetractedTransfer(
  tx: Tx,
  name: TransferName,
  at: Date,
): Promise<boolean> {
  const result = await tx
    .withTables<SandboxChainTables>()
    .updateTable("sandbox_chain_transfer")
    .set({ retraction_settled_at: at })
    .where("network", "=", name.network)
    .where("transaction_hash", "=", name.transactionHash)
    .where("log_index", "=", name.logIndex)
    .where("retracted_at", "is not", null)
    .where("retraction_settled_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Locks a transfer FOR UPDATE, and returns whether it is on the chain. */
export async function lockStandingTransfer(tx: Tx, name: TransferName): Promise<boolean> {
  const row = await tx
    .withTables<SandboxChainTables>()
    .selectFrom("sandbox_chain_transfer")
    .select("retracted_at")
    .where("network", "=", name.network)
    .where("transaction_hash", "=", name.transactionHash)
    .where("log_index", "=", name.logIndex)
    .forUpdate()
    .executeTakeFirst();
  return row?.retracted_at === null;
}

/** Adds a block on top of every unacknowledged transfer. */
export async function confirmOpenTransfers(tx: Tx): Promise<void> {
  await tx
    .withTables<SandboxChainTables>()
    .updateTable("sandbox_chain_transfer")
    .set((row) => ({ confirmations: row("confirmations", "+", 1) }))
    .where("acknowledged_at", "is", null)
    .where("retracted_at", "is", null)
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
    .where("retracted_at", "is", null)
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
