import { type Insertable, sql } from "kysely";
import type { ReadNetwork } from "../../platform/config/evm-settings.ts";
import type { Tx } from "../../platform/context.ts";
import type { EvmTables } from "./evm.tables.ts";

/** How many addresses one statement looks up. */
const LOOKUP = 5_000;

function tables(tx: Tx) {
  return tx.withTables<EvmTables>();
}

/** Selects the address that was derived for a deposit. */
export async function selectAddressOf(
  tx: Tx,
  key: { readonly depositId: string; readonly wallet: string },
): Promise<string | undefined> {
  const row = await tables(tx)
    .selectFrom("evm_address")
    .select("address")
    .where("deposit_id", "=", key.depositId)
    .where("wallet", "=", key.wallet)
    .executeTakeFirst();
  return row?.address;
}

/** Selects the addresses that were derived last, newest first. */
export async function selectNewestAddresses(
  tx: Tx,
  asked: { readonly wallet: string; readonly cell: number; readonly limit: number },
): Promise<string[]> {
  const rows = await tables(tx)
    .selectFrom("evm_address")
    .select("address")
    .where("wallet", "=", asked.wallet)
    .where("cell", "=", asked.cell)
    .orderBy("path_index", "desc")
    .limit(asked.limit)
    .execute();
  return rows.map(({ address }) => address);
}

/** Takes the next index of a path. No index is ever returned twice. */
export async function takePathIndex(tx: Tx): Promise<number> {
  const { rows } = await sql<{ index: bigint }>`
    select nextval('evm_path_index') as index`.execute(tx);
  const index = rows[0]?.index;
  if (index === undefined) {
    throw new Error("the sequence of path indexes gave none");
  }
  return Number(index);
}

/** Inserts an address, unless its deposit already has one. One on TRON is due at once. */
export async function insertAddress(
  tx: Tx,
  row: Insertable<EvmTables["evm_address"]>,
): Promise<void> {
  const result = await tables(tx)
    .insertInto("evm_address")
    .values(row)
    .onConflict((on) => on.column("deposit_id").doNothing())
    .executeTakeFirst();
  if (row.network === "TRC20" && result.numInsertedOrUpdatedRows === 1n) {
    const { address, created_at: dueAt } = row;
    await tables(tx).insertInto("tron_address").values({ address, due_at: dueAt }).execute();
  }
}

/** An address on TRON whose transfers are due to be listed. */
export interface DueAddress {
  readonly address: string;
  readonly createdAt: Date;
  /** The time of the newest transaction that was read, in milliseconds. */
  readonly readToMs: number;
}

/** Selects the addresses on TRON whose transfers are due to be listed, longest due first. */
export async function selectDueAddresses(
  tx: Tx,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<DueAddress[]> {
  const rows = await tables(tx)
    .selectFrom("tron_address as t")
    .innerJoin("evm_address as a", "a.address", "t.address")
    .select(["t.address", "t.read_to", "a.created_at"])
    .where("t.due_at", "<=", now)
    .orderBy("t.due_at")
    .limit(limit)
    .execute();
  return rows.map(({ address, created_at: createdAt, read_to: readTo }) => ({
    ...{ address, createdAt, readToMs: Number(readTo) },
  }));
}

/** Says when an address is due again, and up to when it was read, if that changed. */
export async function setDue(
  tx: Tx,
  address: string,
  { dueAt, readToMs }: { readonly dueAt: Date; readonly readToMs?: number },
): Promise<void> {
  await tables(tx)
    .updateTable("tron_address")
    .set({ due_at: dueAt, ...(readToMs !== undefined && { read_to: BigInt(readToMs) }) })
    .where("address", "=", address)
    .execute();
}

/** What an address was given out for. */
export interface Expected {
  readonly network: ReadNetwork;
  readonly asset: string;
}

/** Returns which of these addresses are ours, with what each one's deposit expects. */
export async function selectOwnAddresses(
  tx: Tx,
  addresses: readonly string[],
): Promise<Map<string, Expected>> {
  const own = new Map<string, Expected>();
  for (let start = 0; start < addresses.length; start += LOOKUP) {
    const some = addresses.slice(start, start + LOOKUP);
    const { rows } = await sql<Expected & { address: string }>`
      select address, network, asset from evm_address where address = any(${some}::text[])`.execute(
      tx,
    );
    for (const { address, network, asset } of rows) {
      own.set(address, { network, asset });
    }
  }
  return own;
}
