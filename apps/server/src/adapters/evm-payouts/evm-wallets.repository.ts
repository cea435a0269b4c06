import { type Insertable, type Selectable, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { EvmPayoutTables } from "./evm-payouts.tables.ts";

export type WalletRow = Selectable<EvmPayoutTables["evm_wallet"]>;
export type WalletName = Pick<WalletRow, "chain_id" | "address">;

function tables(tx: Tx) {
  return tx.withTables<EvmPayoutTables>();
}

export function selectWallet(tx: Tx, name: WalletName): Promise<WalletRow | undefined> {
  return tables(tx)
    .selectFrom("evm_wallet")
    .selectAll()
    .where("chain_id", "=", name.chain_id)
    .where("address", "=", name.address)
    .executeTakeFirst();
}

/** Inserts a wallet, unless another server just did. */
export async function insertWallet(
  tx: Tx,
  row: Insertable<EvmPayoutTables["evm_wallet"]>,
): Promise<void> {
  await tables(tx)
    .insertInto("evm_wallet")
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute();
}

/**
 * Takes or extends the right to give out the wallet's nonces. Uses the database's clock.
 *
 * @returns false if another server has the right, or there is no such wallet yet
 */
export async function leaseWallet(
  tx: Tx,
  name: WalletName,
  { by, seconds }: { readonly by: string; readonly seconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    update evm_wallet set leased_by = ${by},
      leased_until = clock_timestamp() + make_interval(secs => ${seconds})
    where chain_id = ${name.chain_id} and address = ${name.address}
      and (leased_by = ${by} or leased_until is null or leased_until < clock_timestamp())
    returning 1`.execute(tx);
  return rows.length === 1;
}

/** Gives the right back, so that another server need not wait for its end. */
export async function releaseWallet(tx: Tx, name: WalletName, by: string): Promise<void> {
  await tables(tx)
    .updateTable("evm_wallet")
    .set({ leased_by: null, leased_until: null })
    .where("chain_id", "=", name.chain_id)
    .where("address", "=", name.address)
    .where("leased_by", "=", by)
    .execute();
}

/**
 * Locks the wallet FOR UPDATE, if this server still has the lease. Everything that depends on the
 * lease is written in the same transaction, so a server that was stopped for long writes nothing.
 */
export async function lockLeasedWallet(
  tx: Tx,
  name: WalletName,
  by: string,
): Promise<WalletRow | undefined> {
  return tables(tx)
    .selectFrom("evm_wallet")
    .selectAll()
    .where("chain_id", "=", name.chain_id)
    .where("address", "=", name.address)
    .where("leased_by", "=", by)
    .where(sql<boolean>`leased_until > clock_timestamp()`)
    .forUpdate()
    .executeTakeFirst();
}

export async function setNextNonce(tx: Tx, name: WalletName, nonce: number): Promise<void> {
  await tables(tx)
    .updateTable("evm_wallet")
    .set({ next_nonce: BigInt(nonce) })
    .where("chain_id", "=", name.chain_id)
    .where("address", "=", name.address)
    .execute();
}

/** Stores what the wallet holds. */
export async function setBalances(
  tx: Tx,
  name: WalletName,
  held: { readonly tokenRaw: bigint; readonly coinWei: bigint; readonly at: Date },
): Promise<void> {
  await tables(tx)
    .updateTable("evm_wallet")
    .set({
      token_raw: held.tokenRaw.toString(),
      coin_wei: held.coinWei.toString(),
      read_at: held.at,
    })
    .where("chain_id", "=", name.chain_id)
    .where("address", "=", name.address)
    .execute();
}

/** Records why payouts are held up, or that they are not. */
export async function setWalletFault(
  tx: Tx,
  name: WalletName,
  fault: string | null,
): Promise<void> {
  await tables(tx)
    .updateTable("evm_wallet")
    .set({ fault })
    .where("chain_id", "=", name.chain_id)
    .where("address", "=", name.address)
    .where("fault", "is distinct from", fault)
    .execute();
}
