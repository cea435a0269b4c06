import type { AppContext } from "../../platform/context.ts";
import { fileHeaders } from "../../platform/file-headers.ts";
import { wireId } from "../../platform/ids.ts";
import { Refusal } from "../../platform/refusal.ts";
import { readKept } from "../files/index.ts";
import { documentKey, openDocument } from "./document-vault.ts";
import { findDocument } from "./documents.repository.ts";
import type { Decider } from "./review-case.ts";
import type { DocumentRow } from "./reviews.tables.ts";

/** A document as it is handed out: a file to keep, never a page. */
interface DocumentFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** @throws Refusal `not_found`, also for another customer's; `file_storage_unavailable` */
export async function readOwnDocument(
  context: AppContext,
  customerId: string,
  id: string | undefined,
): Promise<DocumentFile> {
  const row = id === undefined ? undefined : await findDocument(context.db.kysely, id);
  if (row === undefined || row.customer_id !== customerId) {
    throw new Refusal("not_found");
  }
  return fileOf(context, row);
}

/**
 * A customer's document for an operator, which is put on record before it is handed out.
 *
 * @throws Refusal `not_found`, `file_storage_unavailable`
 */
export async function readDocumentAsOperator(
  context: AppContext,
  id: string | undefined,
  by: Decider,
): Promise<DocumentFile> {
  const { kysely } = context.db;
  const row = id === undefined ? undefined : await findDocument(kysely, id);
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  await context.ledger.appendAudit({ kysely }, [
    {
      action: "case.document_read",
      actor: by.actor,
      customerId: row.customer_id,
      object: wireId("doc", row.id),
      outcome: "ok",
      requestId: by.requestId,
      data: { role: by.role, case: wireId("case", row.case_id) },
    },
  ]);
  return fileOf(context, row);
}

async function fileOf(context: AppContext, row: DocumentRow): Promise<DocumentFile> {
  const place = { id: row.id, caseId: row.case_id, customerId: row.customer_id };
  const { key_id: keyId, wrapped_key: wrappedKey } = row;
  const isOutside = row.sealed === null;
  const sealed = row.sealed ?? (await readKept(context, documentKey(row.id)));
  return {
    headers: fileHeaders({ kind: row.type, name: row.name, bytes: row.bytes }),
    body: openDocument(context.keys, place, { keyId, wrappedKey, sealed }, isOutside),
  };
}
