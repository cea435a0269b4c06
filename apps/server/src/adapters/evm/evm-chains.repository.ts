import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { ChainEvent } from "./chain-events.ts";
import type { EvmTables } from "./evm.tables.ts";

export type ChainRow = Selectable<EvmTables["evm_chain"]>;
/** A block that was read: its number and hash. */
export type KnownBlock = Pick<Selectable<EvmTables["evm_block"]>, "number" | "hash">;

function tables(tx: Tx) {
  return tx.withTables<EvmTables>();
}

export function selectChain(tx: Tx, chainId: bigint): Promise<ChainRow | undefined> {
  return tables(tx)
    .selectFrom("evm_chain")
    .selectAll()
    .where("chain_id", "=", chainId)
    .executeTakeFirst();
}

export function selectChains(tx: Tx, chainIds: readonly bigint[]): Promise<ChainRow[]> {
  return tables(tx)
    .selectFrom("evm_chain")
    .selectAll()
    .where("chain_id", "in", chainIds)
    .orderBy("chain_id")
    .execute();
}

/** Starts to follow a chain, unless another server just did. */
export async function insertChain(
  tx: Tx,
  row: Insertable<EvmTables["evm_chain"]>,
): Promise<boolean> {
  const result = await tables(tx)
    .insertInto("evm_chain")
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/**
 * Takes or extends the right to read a chain, so that several servers do not ask the same. Uses the
 * database's clock.
 *
 * @returns false if another server has the right; true also before the chain is followed
 */
export async function leaseChain(
  tx: Tx,
  { chainId, by, seconds }: { chainId: bigint; by: string; seconds: number },
): Promise<boolean> {
  const { rows } = await sql<{ leased_by: string | null }>`
    with leased as (
      update evm_chain
      set leased_by = ${by}, leased_until = now() + make_interval(secs => ${seconds})
      where chain_id = ${chainId}
        and (leased_by = ${by} or leased_until is null or leased_until < now())
      returning leased_by
    )
    select leased_by from leased
    union all select null where not exists (select from evm_chain where chain_id = ${chainId})
  `.execute(tx);
  return rows.length > 0;
}

/**
 * Locks a chain FOR UPDATE.
 *
 * @returns false if it has changed since it had this revision
 */
export async function lockChain(
  tx: Tx,
  { chain_id: chainId, revision }: Pick<ChainRow, "chain_id" | "revision">,
): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom("evm_chain")
    .select("revision")
    .where("chain_id", "=", chainId)
    .forUpdate()
    .executeTakeFirst();
  return row?.revision === revision;
}

/** Changes a locked chain and its revision. */
export async function updateChain(
  tx: Tx,
  chainId: bigint,
  change: Updateable<EvmTables["evm_chain"]>,
): Promise<void> {
  await tables(tx)
    .updateTable("evm_chain")
    .set((row) => ({ ...change, revision: row("revision", "+", 1n) }))
    .where("chain_id", "=", chainId)
    .execute();
}

/** Records why a chain cannot be read, or that it can. Does not change the revision. */
export async function setFault(tx: Tx, chainId: bigint, fault: string | null): Promise<void> {
  await tables(tx)
    .updateTable("evm_chain")
    .set({ fault })
    .where("chain_id", "=", chainId)
    .where("fault", "is distinct from", fault)
    .execute();
}

/** Selects the blocks that were read, newest first, from a height on. */
export function selectBlocks(tx: Tx, chainId: bigint, from: bigint): Promise<KnownBlock[]> {
  return tables(tx)
    .selectFrom("evm_block")
    .select(["number", "hash"])
    .where("chain_id", "=", chainId)
    .where("number", ">=", from)
    .orderBy("number", "desc")
    .execute();
}

export async function insertBlocks(
  tx: Tx,
  chainId: bigint,
  blocks: readonly { readonly number: number; readonly hash: string }[],
): Promise<void> {
  await sql`
    insert into evm_block (chain_id, number, hash)
    select ${chainId}, * from unnest(${blocks.map(({ number }) => number)}::bigint[],
      ${blocks.map(({ hash }) => hash)}::text[])`.execute(tx);
}

/** Deletes the blocks above one height and those below another. */
export async function deleteBlocksOutside(
  tx: Tx,
  chainId: bigint,
  { lowest, highest }: { readonly lowest: bigint; readonly highest: bigint },
): Promise<void> {
  await tables(tx)
    .deleteFrom("evm_block")
    .where("chain_id", "=", chainId)
    .where((row) => row.or([row("number", "<", lowest), row("number", ">", highest)]))
    .execute();
}

/** Adds to a chain's count of something. */
export async function addCount(
  tx: Tx,
  chainId: bigint,
  { what, n, at }: { readonly what: ChainEvent; readonly n: number; readonly at: Date },
): Promise<void> {
  if (n === 0) {
    return;
  }
  await sql`
    insert into evm_count as old (chain_id, what, n, last_at)
    values (${chainId}, ${what}, ${n}, ${at})
    on conflict (chain_id, what) do update set n = old.n + excluded.n, last_at = excluded.last_at
  `.execute(tx);
}

export function selectCounts(
  tx: Tx,
  chainIds: readonly bigint[],
): Promise<Selectable<EvmTables["evm_count"]>[]> {
  return tables(tx)
    .selectFrom("evm_count")
    .selectAll()
    .where("chain_id", "in", chainIds)
    .orderBy("chain_id")
    .orderBy("what")
    .execute();
}
