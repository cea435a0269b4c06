import { readKept } from "../../../adapters/files/index.ts";
import type { AppContext } from "../../../platform/context.ts";
import { fileHeaders } from "../../../platform/files/file-headers.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { wireId } from "../../../platform/ids.ts";
import type { Decider } from "../review-case.ts";
import type { DocumentRow } from "../reviews.tables.ts";
import { documentKey, openDocument } from "./document-vault.ts";
import { findDocument } from "./documents.repository.ts";
import type { StoredDocument } from "./sealed-documents.repository.ts";

/** A document to download, which is served as an attachment and never as a page. */
interface DocumentFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Returns a customer's document to that customer.
 * @throws Refusal `not_found`, also for another customer's document; `file_storage_unavailable`
 */
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
 * Returns a customer's document to an operator. Writes an audit event before the document is sent.
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
  const { id, case_id: caseId, customer_id: customerId, key_id: keyId } = row;
  const { wrapped_key: wrappedKey, sealed } = row;
  return {
    headers: fileHeaders({ kind: row.type, name: row.name, bytes: row.bytes }),
    body: await openStoredDocument(context, { id, caseId, customerId, keyId, wrappedKey, sealed }),
  };
}

/**
 * Returns a stored document's bytes exactly as they were uploaded.
 *
 * @throws Refusal `file_storage_unavailable`
 * @throws KeyError for the same reasons as {@link openDocument}
 */
export async function openStoredDocument(
  context: Pick<AppContext, "config" | "db" | "clock" | "log" | "keys">,
  { id, caseId, customerId, ...stored }: StoredDocument,
): Promise<Buffer> {
  const isOutside = stored.sealed === null;
  const sealed = stored.sealed ?? (await readKept(context, documentKey(id)));
  return openDocument(context.keys, { id, caseId, customerId }, { ...stored, sealed }, isOutside);
}
