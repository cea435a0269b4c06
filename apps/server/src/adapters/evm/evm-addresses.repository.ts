import { type Insertable, sql } from "kysely";
import type { EvmNetwork } from "../../platform/config/evm-settings.ts";
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

/** Inserts an address, unless its deposit already has one. */
export async function insertAddress(
  tx: Tx,
  row: Insertable<EvmTables["evm_address"]>,
): Promise<void> {
  await tables(tx)
    .insertInto("evm_address")
    .values(row)
    .onConflict((on) => on.column("deposit_id").doNothing())
    .execute();
}

/** What an address was given out for. */
export interface Expected {
  readonly network: EvmNetwork;
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
