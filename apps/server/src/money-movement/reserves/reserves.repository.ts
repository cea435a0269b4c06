import { type Insertable, type Selectable, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

/** A place as a reading stores it. The amount is decimal text, for JSON. */
export interface StoredPlace {
  readonly kind: string;
  readonly name: string;
  readonly heldMinor: string | null;
  readonly at: string | null;
  readonly fault: string | null;
}

type ReserveTables = {
  reserve_reading: Table<"reserve_reading", { places: readonly StoredPlace[] }>;
};

export type ReadingRow = Selectable<ReserveTables["reserve_reading"]>;

function tables(tx: Tx) {
  return tx.withTables<ReserveTables>();
}

/** Inserts the reading of an asset, unless another server has inserted one of the same moment. */
export async function insertReading(
  tx: Tx,
  { places, ...row }: Insertable<ReserveTables["reserve_reading"]>,
): Promise<void> {
  await tables(tx)
    .insertInto("reserve_reading")
    .values({
      ...row,
      places: sql<readonly StoredPlace[]>`${JSON.stringify(places)}::text::jsonb`,
    })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Selects the newest reading of each asset. */
export function selectNewest(tx: Tx): Promise<ReadingRow[]> {
  return tables(tx)
    .selectFrom("reserve_reading")
    .distinctOn("asset")
    .selectAll()
    .orderBy("asset")
    .orderBy("taken_at", "desc")
    .execute();
}

/** What the ledger says about an asset, in minor units or hundredths. */
export interface Book {
  readonly asset: string;
  /** What it says is held outside. */
  readonly booked_minor: bigint;
  /** What customers are owed. */
  readonly owed_minor: bigint;
  readonly position_minor: bigint;
}

/**
 * Selects what the ledger says about each currency. A withdrawal that is being sent may have left,
 * so customers are no longer owed its amount.
 */
export async function selectCurrencyBooks(tx: Tx): Promise<Book[]> {
  const { rows } = await sql<Book>`
    select a.currency as asset, -ledger.house_balance(a.id) as booked_minor,
      (coalesce(o.owed, 0) - coalesce(w.leaving, 0))::bigint as owed_minor,
      ledger.house_balance(x.id) as position_minor
    from ledger.account a
    join ledger.account x on x.kind = 'fx_position' and x.currency = a.currency
    left join (select currency, sum(posted) as owed from ledger.balance where constrained
      group by currency) o on o.currency = a.currency
    left join (select q.currency, sum(q.amount_minor + q.network_fee_minor) as leaving
      from withdrawal w join withdrawal_quote q on q.id = w.id
      where w.state in ('sending', 'confirming') and w.ended_at is null
      group by q.currency) w on w.currency = a.currency
    where a.kind = 'bank_clearing'
    order by a.currency`.execute(tx);
  return rows;
}

/** Selects how much of each token is being sent to customers, in hundredths. */
export async function selectTokensLeaving(tx: Tx): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ asset: string; leaving: bigint }>`
    select q.asset, sum(q.receive_minor)::bigint as leaving
    from withdrawal w join withdrawal_quote q on q.id = w.id
    where w.state in ('sending', 'confirming') and w.ended_at is null
    group by q.asset`.execute(tx);
  return new Map(rows.map(({ asset, leaving }) => [asset, leaving]));
}

/** Selects the program's bank accounts with their last closing balances. */
export async function selectBankBalances(
  tx: Tx,
): Promise<{ account: string; closing_minor: bigint; closing_on: string }[]> {
  const { rows } = await sql<{ account: string; closing_minor: bigint; closing_on: string }>`
    select account, closing_minor, closing_on from bank_account`.execute(tx);
  return rows;
}

/** Selects the addresses at which a token has arrived for certain. */
export async function selectPaidAddresses(
  tx: Tx,
  { chainId, contract }: { readonly chainId: number; readonly contract: string },
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from evm_transfer
    where chain_id = ${BigInt(chainId)} and contract = ${contract} and retracted_at is null
      and verified_at is not null
    order by address`.execute(tx);
  return rows.map(({ address }) => address);
}

/** Selects what the simulated chain's addresses and wallet hold, in hundredths of a USDT. */
export async function selectSandboxBalance(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ held: bigint }>`
    select (coalesce((select sum(amount_minor) from sandbox_chain_transfer
        where retracted_at is null), 0)
      - coalesce((select sum(amount_minor) from sandbox_payout
        where status = 'completed'), 0))::bigint as held`.execute(tx);
  return rows[0]?.held ?? 0n;
}
