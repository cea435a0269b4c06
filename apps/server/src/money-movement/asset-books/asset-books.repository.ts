import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { AssetEffects } from "./asset-amounts.ts";
import type { AssetBooksTables, BookingRow } from "./asset-books.tables.ts";

/** A token on a network. */
export interface Asset {
  readonly asset: string;
  readonly network: string;
}

function tables(tx: Tx) {
  return tx.withTables<AssetBooksTables>();
}

/** Inserts the record of an asset's movement. */
export async function insertBooking(tx: Tx, row: BookingRow): Promise<void> {
  await tables(tx).insertInto("asset_booking").values(row).execute();
}

/** The movement of an asset that belongs to a movement in a currency. */
export interface Booking extends Asset {
  readonly effects: AssetEffects;
}

/** Selects the booking that belongs to a movement in a currency. */
export async function selectBookingFor(tx: Tx, movementId: string): Promise<Booking | undefined> {
  const row = await tables(tx)
    .selectFrom("asset_booking")
    .selectAll()
    .where("for_movement_id", "=", movementId)
    .executeTakeFirst();
  return (
    row && {
      ...{ asset: row.asset, network: row.network },
      effects: {
        ...{ chain: row.chain_micro, sold: row.sold_micro },
        ...{ dust: row.dust_micro, fees: row.fees_micro },
      },
    }
  );
}

/**
 * Locks what a customer's payments in an asset left below a hundredth FOR UPDATE, and returns it in
 * millionths.
 */
export async function lockDust(
  tx: Tx,
  { customerId, asset, network }: Asset & { readonly customerId: string },
): Promise<bigint> {
  await tables(tx)
    .insertInto("asset_dust")
    .values({ customer_id: customerId, asset, network, micro: 0n })
    .onConflict((on) => on.doNothing())
    .execute();
  const row = await tables(tx)
    .selectFrom("asset_dust")
    .select("micro")
    .where("customer_id", "=", customerId)
    .where("asset", "=", asset)
    .where("network", "=", network)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.micro;
}

/** Changes what is left below a hundredth. The row must be locked. */
export async function addDust(
  tx: Tx,
  { customerId, asset, network }: Asset & { readonly customerId: string },
  micro: bigint,
): Promise<void> {
  await tables(tx)
    .updateTable("asset_dust")
    .set((row) => ({ micro: row("micro", "+", micro) }))
    .where("customer_id", "=", customerId)
    .where("asset", "=", asset)
    .where("network", "=", network)
    .execute();
}

/** What the program holds of an asset, according to the ledger. */
export interface AssetBook {
  readonly asset: string;
  /** The network, such as `TRC20`. */
  readonly chain: string;
  /** The number of decimals of `balance`. */
  readonly scale: number;
  readonly balance: bigint;
}

/** Reads what the program holds of each asset, according to the ledger. */
export async function readAssetBooks(tx: Tx): Promise<AssetBook[]> {
  const { rows } = await sql<{ asset: string; chain: string; balance: bigint }>`
    select split_part(currency, ':', 1) as asset, split_part(currency, ':', 2) as chain,
      -ledger.house_balance(id) as balance
    from ledger.account
    where id < 1000 and kind = 'chain_clearing' and currency like '%:%'
    order by currency`.execute(tx);
  return rows.map((row) => ({ ...row, scale: 6 }));
}
