import { type Insertable, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

type SweepTables = {
  evm_sweep: Table<"evm_sweep">;
  evm_sweep_progress: Table<"evm_sweep_progress">;
};

function tables(tx: Tx) {
  return tx.withTables<SweepTables>();
}

/** A deposit address at which a token has arrived, with its path below the account's key. */
export interface PaidAddress {
  readonly address: string;
  /** The network that it was given out for. */
  readonly network: string;
  /** Which account's key it was derived from, as a digest. */
  readonly wallet: string;
  readonly cell: number;
  readonly path_index: number;
}

/** Selects the deposit addresses at which a token has arrived for certain. */
export async function selectPaidPaths(
  tx: Tx,
  { chainId, contract }: { readonly chainId: number; readonly contract: string },
): Promise<PaidAddress[]> {
  const { rows } = await sql<PaidAddress>`
    select address, network, wallet, cell, path_index from evm_address
    where address in (select t.address from evm_transfer t
      where t.chain_id = ${BigInt(chainId)} and t.contract = ${contract}
        and t.retracted_at is null and t.verified_at is not null)
    order by cell, path_index`.execute(tx);
  return rows;
}

/** Returns which of these addresses deposits were given. */
export async function selectDepositAddresses(
  tx: Tx,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ address: string }>`
    select address from evm_address where address = any(${addresses}::text[])`.execute(tx);
  return new Set(rows.map(({ address }) => address));
}

/** Returns the newest block that was read; undefined before the first one. */
export async function selectProgress(tx: Tx, chainId: bigint): Promise<number | undefined> {
  const row = await tables(tx)
    .selectFrom("evm_sweep_progress")
    .select("read_to")
    .where("chain_id", "=", chainId)
    .executeTakeFirst();
  return row === undefined ? undefined : Number(row.read_to);
}

/** Returns the block of the first transfer to a deposit address on a chain; undefined if none. */
export async function selectFirstTransfer(tx: Tx, chainId: bigint): Promise<number | undefined> {
  const { rows } = await sql<{ first: bigint | null }>`
    select min(block_number) as first from evm_transfer where chain_id = ${chainId}`.execute(tx);
  const first = rows[0]?.first ?? undefined;
  return first === undefined ? undefined : Number(first);
}

/** Stores sweeps, each once, and how far the chain was read. */
export async function storeSweeps(
  tx: Tx,
  sweeps: readonly Insertable<SweepTables["evm_sweep"]>[],
  progress: Insertable<SweepTables["evm_sweep_progress"]>,
): Promise<void> {
  if (sweeps.length > 0) {
    await tables(tx)
      .insertInto("evm_sweep")
      .values([...sweeps])
      .onConflict((on) => on.doNothing())
      .execute();
  }
  await tables(tx)
    .insertInto("evm_sweep_progress")
    .values(progress)
    .onConflict((on) =>
      on.column("chain_id").doUpdateSet({
        read_to: sql<bigint>`greatest(evm_sweep_progress.read_to, excluded.read_to)`,
        read_at: progress.read_at,
      }),
    )
    .execute();
}

/** What was swept of a token since a moment. */
export interface SweptAmount {
  readonly contract: string;
  readonly destination: string;
  readonly n: number;
  readonly amount_raw: string;
}

/** Adds up what was swept on a chain since a moment. */
export async function selectSwept(tx: Tx, chainId: bigint, since: Date): Promise<SweptAmount[]> {
  const { rows } = await sql<SweptAmount>`
    select contract, destination, count(*)::integer as n, sum(amount_raw)::text as amount_raw
    from evm_sweep where chain_id = ${chainId} and seen_at > ${since}
    group by contract, destination order by contract, destination`.execute(tx);
  return rows;
}
