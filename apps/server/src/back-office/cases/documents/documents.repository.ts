import type { Insertable } from "kysely";
import type { Tx } from "../../../platform/context.ts";
import type { DocumentFacts, DocumentRow, ReviewsTables } from "../reviews.tables.ts";

const FACTS = [
  "id",
  "case_id",
  "customer_id",
  "item",
  "name",
  "type",
  "bytes",
  "created_at",
] as const;

/** Inserts a document. Returns false if the case already has the same document for this item. */
export async function insertDocument(
  tx: Tx,
  row: Insertable<ReviewsTables["review_document"]>,
): Promise<boolean> {
  const result = await tx
    .withTables<ReviewsTables>()
    .insertInto("review_document")
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Selects the documents of a case without their content, oldest first. */
export async function selectDocuments(tx: Tx, caseId: string): Promise<DocumentFacts[]> {
  return tx
    .withTables<ReviewsTables>()
    .selectFrom("review_document")
    .select(FACTS)
    .where("case_id", "=", caseId)
    .orderBy("id")
    .execute();
}

/** Finds a document, including its sealed content. */
export async function findDocument(tx: Tx, id: string): Promise<DocumentRow | undefined> {
  return tx
    .withTables<ReviewsTables>()
    .selectFrom("review_document")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}
