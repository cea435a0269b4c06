import { sql } from "kysely";
import type { ProgramTables, SegmentRow, StockChangeRow } from "../../db/tables/program.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** A card product with the number of cards issued so far. */
export interface CountedSegment extends SegmentRow {
  readonly issued: number;
}

const ISSUED = sql<number>`(
  select count(*)::int from card where card.segment_id = card_segment.id
)`;
const STEP = 10;

/** Selects every card product, in the order shown to customers. */
export function selectSegments(tx: Tx): Promise<CountedSegment[]> {
  return tx
    .withTables<ProgramTables>()
    .selectFrom("card_segment")
    .selectAll()
    .select(ISSUED.as("issued"))
    .orderBy("position")
    .execute();
}

/**
 * Selects a card product FOR UPDATE. Issuing a card has to wait for this lock, so the count of
 * issued cards stays correct until the transaction ends.
 */
export async function lockSegment(tx: Tx, id: string): Promise<CountedSegment | undefined> {
  const db = tx.withTables<ProgramTables>();
  const segment = await db
    .selectFrom("card_segment")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (segment === undefined) {
    return undefined;
  }
  const { rows } = await sql<{ issued: number }>`
    select count(*)::int as issued from card where segment_id = ${id}`.execute(tx);
  return { ...segment, issued: rows[0]?.issued ?? 0 };
}

export function findSegmentByKey(tx: Tx, clientKey: string): Promise<CountedSegment | undefined> {
  return tx
    .withTables<ProgramTables>()
    .selectFrom("card_segment")
    .selectAll()
    .select(ISSUED.as("issued"))
    .where("client_key", "=", clientKey)
    .executeTakeFirst();
}

/** Inserts a card product in the last position. Returns false if its BIN or key already exists. */
export async function insertSegment(
  tx: Tx,
  segment: Omit<SegmentRow, "position">,
): Promise<boolean> {
  // Serializes inserts, so that two new products get different positions.
  await sql`select pg_advisory_xact_lock(hashtextextended('card_segment', 0))`.execute(tx);
  const written = await tx
    .withTables<ProgramTables>()
    .insertInto("card_segment")
    .values({
      ...segment,
      position: sql<number>`(select coalesce(max(position), 0) + ${STEP} from card_segment)`,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return written.numInsertedOrUpdatedRows === 1n;
}

/** Updates the editable fields of a product. The stock is changed only by {@link moveStock}. */
export async function updateSegment(
  tx: Tx,
  { id, position: _, stock: __, client_key: ___, ...row }: SegmentRow,
): Promise<void> {
  await tx
    .withTables<ProgramTables>()
    .updateTable("card_segment")
    .set(row)
    .where("id", "=", id)
    .execute();
}

/** Returns whether another product has the BIN. */
export async function isBinTaken(tx: Tx, bin: string, exceptId: string): Promise<boolean> {
  const other = await tx
    .withTables<ProgramTables>()
    .selectFrom("card_segment")
    .select("id")
    .where("bin", "=", bin)
    .where("id", "<>", exceptId)
    .executeTakeFirst();
  return other !== undefined;
}

/** Returns whether the program has several cells, of which others may have cards of a product. */
export async function hasSeveralCells(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from cell limit 2`.execute(tx);
  return rows.length > 1;
}

/** Changes a product's stock by an amount. Returns undefined if the stock would become negative. */
export async function moveStock(tx: Tx, id: string, change: number): Promise<number | undefined> {
  const row = await tx
    .withTables<ProgramTables>()
    .updateTable("card_segment")
    .set({ stock: sql<number>`stock + ${change}::int` })
    .where("id", "=", id)
    .where(sql<boolean>`stock + ${change}::int between 0 and 2000000000`)
    .returning("stock")
    .executeTakeFirst();
  return row?.stock;
}

export async function insertStockChange(tx: Tx, change: StockChangeRow): Promise<void> {
  await tx.withTables<ProgramTables>().insertInto("card_stock_change").values(change).execute();
}

export function findStockChange(tx: Tx, clientKey: string): Promise<StockChangeRow | undefined> {
  return tx
    .withTables<ProgramTables>()
    .selectFrom("card_stock_change")
    .selectAll()
    .where("client_key", "=", clientKey)
    .executeTakeFirst();
}

/** Removes the sandbox's card products. Those in use are taken off sale instead. */
export async function removeSandboxLines(
  tx: Tx,
): Promise<{ readonly removed: number; readonly withdrawn: number }> {
  const { rows } = await sql<{ removed: number; withdrawn: number }>`
    select removed, withdrawn from remove_sandbox_card_lines()`.execute(tx);
  return rows[0] ?? { removed: 0, withdrawn: 0 };
}
