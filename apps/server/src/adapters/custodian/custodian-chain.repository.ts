import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { ChainTransfer } from "../chain/chain-provider.ts";
import type { CustodianNetwork } from "./custodian-answers.ts";
import type { CustodianTables } from "./custodian-chain.tables.ts";
import type { SkipReason } from "./custodian-rows.ts";

/** Identifies a transfer on its chain. */
type TransferName = Pick<ChainTransfer, "network" | "transactionHash" | "logIndex">;

type SkippedRows = Readonly<Record<SkipReason, number>>;

/** Returns a transfer's network. The custodian's protocol reports no others. */
function networkOf({ network }: Pick<ChainTransfer, "network">): CustodianNetwork {
  return network as CustodianNetwork;
}

function tables(tx: Tx) {
  return tx.withTables<CustodianTables>();
}

/** Returns the cursor up to which a feed has been read, or undefined if it has never been read. */
export async function selectCursor(tx: Tx, feed: string): Promise<string | undefined> {
  const row = await tables(tx)
    .selectFrom("custodian_feed")
    .select("cursor")
    .where("feed", "=", feed)
    .executeTakeFirst();
  return row?.cursor;
}

/**
 * Moves a feed's cursor.
 *
 * @returns false if another server has read further since `from`
 */
export async function moveCursor(
  tx: Tx,
  {
    feed,
    from,
    to,
    at,
  }: {
    readonly feed: string;
    readonly from: string | undefined;
    readonly to: string;
    readonly at: Date;
  },
): Promise<boolean> {
  if (from === undefined) {
    const inserted = await tables(tx)
      .insertInto("custodian_feed")
      .values({ feed, cursor: to, read_at: at })
      .onConflict((on) => on.doNothing())
      .executeTakeFirst();
    return inserted.numInsertedOrUpdatedRows === 1n;
  }
  const moved = await tables(tx)
    .updateTable("custodian_feed")
    .set({ cursor: to, read_at: at })
    .where("feed", "=", feed)
    .where("cursor", "=", from)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/** Adds to the counts of rows of a feed that were skipped. */
export async function countSkipped(
  tx: Tx,
  feed: string,
  { invalid, foreign, contradictory }: SkippedRows,
  at: Date,
): Promise<void> {
  if (invalid + foreign + contradictory === 0) {
    return;
  }
  const isFaulty = invalid + contradictory > 0;
  await tables(tx)
    .updateTable("custodian_feed")
    .set((row) => ({
      skipped_invalid: row("skipped_invalid", "+", BigInt(invalid)),
      skipped_foreign: row("skipped_foreign", "+", BigInt(foreign)),
      skipped_contradictory: row("skipped_contradictory", "+", BigInt(contradictory)),
      ...(isFaulty && { faulty_at: at }),
    }))
    .where("feed", "=", feed)
    .execute();
}

/** What is known about the rows of a feed that were skipped. */
interface FeedFaults {
  readonly skipped: SkippedRows;
  readonly faultyAt: Date | null;
}

/** Reads how many rows of a feed were skipped. */
export async function selectFaults(tx: Tx, feed: string): Promise<FeedFaults> {
  const row = await tables(tx)
    .selectFrom("custodian_feed")
    .selectAll()
    .where("feed", "=", feed)
    .executeTakeFirst();
  return {
    skipped: {
      invalid: Number(row?.skipped_invalid ?? 0n),
      foreign: Number(row?.skipped_foreign ?? 0n),
      contradictory: Number(row?.skipped_contradictory ?? 0n),
    },
    faultyAt: row?.faulty_at ?? null,
  };
}

/**
 * Returns a transaction's hash as it was first stored. The letter case of a hash and its 0x mean
 * nothing, so a transfer in another spelling is the same transfer and must not be credited again.
 */
async function storedHash(tx: Tx, { network, transactionHash, logIndex }: TransferName) {
  const bare = transactionHash.toLowerCase().replace(/^0x/, "");
  const row = await tables(tx)
    .selectFrom("custodian_transfer")
    .select("transaction_hash")
    .where("network", "=", networkOf({ network }))
    .where(sql`lower(regexp_replace(transaction_hash, '^0[xX]', ''))`, "=", bare)
    .where("log_index", "=", logIndex)
    // Without statistics on the index's expression, which an upgraded database has only after its
    // next analyze, PostgreSQL might otherwise read the table in the order of its primary key.
    .orderBy(sql`id + 0`)
    .limit(1)
    .executeTakeFirst();
  return row?.transaction_hash ?? transactionHash;
}

/**
 * Inserts a transfer, or updates its confirmations. The caller has locked the feed, so no other
 * server inserts the same transfer at the same time.
 *
 * @param exact the amount as the custodian wrote it
 * @returns false if the transfer is already stored with a different address or amount, which is
 * then kept
 */
export async function upsertTransfer(
  tx: Tx,
  transfer: ChainTransfer,
  exact: string,
): Promise<boolean> {
  const { logIndex, address, amountMinor, confirmations } = transfer;
  const result = await tables(tx)
    .insertInto("custodian_transfer")
    .values({
      network: networkOf(transfer),
      transaction_hash: await storedHash(tx, transfer),
      log_index: logIndex,
      address,
      amount_minor: amountMinor,
      amount_exact: exact,
      confirmations,
      acknowledged_at: null,
    })
    .onConflict((on) =>
      on
        .columns(["network", "transaction_hash", "log_index"])
        .doUpdateSet({ confirmations })
        .where("custodian_transfer.address", "=", address)
        .where("custodian_transfer.amount_minor", "=", amountMinor),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/**
 * Selects unacknowledged transfers, oldest first. If `after` is set, selects only those after it.
 */
export async function selectOpenTransfers(
  tx: Tx,
  limit: number,
  after?: TransferName,
): Promise<ChainTransfer[]> {
  const rows = await tables(tx)
    .selectFrom("custodian_transfer")
    .select([
      "network",
      "transaction_hash as transactionHash",
      "log_index as logIndex",
      "address",
      "amount_minor as amountMinor",
      "amount_exact",
      "confirmations",
    ])
    .where("acknowledged_at", "is", null)
    .$if(after !== undefined, (query) =>
      query.where("id", ">", (row) =>
        row
          .selectFrom("custodian_transfer as former")
          .select("former.id")
          .where("former.network", "=", after === undefined ? "TRC20" : networkOf(after))
          .where("former.transaction_hash", "=", after?.transactionHash ?? "")
          .where("former.log_index", "=", after?.logIndex ?? 0),
      ),
    )
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ amount_exact: exact, ...transfer }) => ({
    ...transfer,
    // PostgreSQL writes a numeric(38, 18) with all of its decimals.
    exact: exact === null ? undefined : { raw: BigInt(exact.replace(".", "")), decimals: 18 },
  }));
}

/** Marks a transfer as acknowledged. */
export async function acknowledgeTransfer(tx: Tx, name: TransferName, at: Date): Promise<void> {
  await tables(tx)
    .updateTable("custodian_transfer")
    .set({ acknowledged_at: at })
    .where("network", "=", networkOf(name))
    .where("transaction_hash", "=", name.transactionHash)
    .where("log_index", "=", name.logIndex)
    .execute();
}
