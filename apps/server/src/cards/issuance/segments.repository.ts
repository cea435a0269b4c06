import { sql } from "kysely";
import type { CardSegmentRow, IssuingTables } from "../../db/tables/issuing.tables.ts";
import type { Tx } from "../../platform/context.ts";
import { keyset } from "../../platform/paging/keyset.ts";
import type { Seek } from "../../platform/paging/pages.ts";

const BY_POSITION = [
  { by: sql`position`, type: "integer" },
  { by: sql`id`, type: "uuid" },
] as const;

/**
 * Lists the available segments, in the order shown to customers. Without `seek`, lists all of them.
 */
export async function listActiveSegments(tx: Tx, seek?: Seek): Promise<CardSegmentRow[]> {
  const active = tx
    .withTables<IssuingTables>()
    .selectFrom("card_segment")
    .selectAll()
    .where("active", "=", true);
  return keyset(active, BY_POSITION, "asc", seek).execute();
}

export async function findActiveSegment(
  tx: Tx,
  segmentId: string,
): Promise<CardSegmentRow | undefined> {
  return tx
    .withTables<IssuingTables>()
    .selectFrom("card_segment")
    .selectAll()
    .where("id", "=", segmentId)
    .where("active", "=", true)
    .executeTakeFirst();
}

/**
 * Takes one card from a segment's stock. Returns false if none is left or the segment is not on
 * sale.
 */
export async function takeFromStock(tx: Tx, segmentId: string): Promise<boolean> {
  const result = await tx
    .withTables<IssuingTables>()
    .updateTable("card_segment")
    .set({ stock: sql`stock - 1` })
    .where("id", "=", segmentId)
    .where("active", "=", true)
    .where("stock", ">", 0)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Finds the segment that a card's PAN is drawn from, even if it is not on sale. */
export async function findSegment(tx: Tx, segmentId: string): Promise<CardSegmentRow | undefined> {
  return tx
    .withTables<IssuingTables>()
    .selectFrom("card_segment")
    .selectAll()
    .where("id", "=", segmentId)
    .executeTakeFirst();
}

/** Takes a replacement card from a segment's stock. Returns false if none is left. */
export async function takeReplacement(tx: Tx, segmentId: string): Promise<boolean> {
  const result = await tx
    .withTables<IssuingTables>()
    .updateTable("card_segment")
    .set({ stock: sql`stock - 1` })
    .where("id", "=", segmentId)
    .where("stock", ">", 0)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
