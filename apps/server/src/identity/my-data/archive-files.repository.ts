import { openStoredDocument } from "../../back-office/cases/index.ts";
import { openAttachment } from "../../back-office/support/index.ts";
import { openReceipt } from "../../insights/receipts/index.ts";
import { attachmentPath, documentPath, receiptPath } from "./archive-paths.ts";
import type { ArchiveContext, Row } from "./archive-section.ts";
import { type ArchiveSource, firstRow } from "./archive-source.repository.ts";

/** A customer's file, to be included in the archive. */
interface ArchiveFile {
  readonly path: string;
  readonly bytes: Buffer;
}

interface SealedRow extends Row {
  readonly id: string;
  readonly sealed: Buffer | null;
  readonly wrapped_key: Buffer | null;
}

interface DocumentRow extends SealedRow {
  readonly wrapped_key: Buffer;
  readonly case_id: string;
  readonly key_id: string;
}

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Selects the next file listed in the section `attachments`. */
const NEXT_ATTACHMENT = `
  select f.id, f.name, f.kind, f.sealed, f.wrapped_key from support_attachment f
  left join support_message m on m.id = f.message_id
  left join support_conversation c on c.id = m.conversation_id
  where f.id > $2::uuid and (c.customer_id = $1::uuid or (f.message_id is null and f.owner_id in (
    select $1::uuid union select p.id from person p where p.customer_id = $1::uuid)))
  order by f.id limit 1`;

const NEXT_DOCUMENT = `
  select d.id, d.case_id, d.name, d.type as kind, d.key_id, d.wrapped_key, d.sealed
  from review_document d where d.customer_id = $1::uuid and d.id > $2::uuid
  order by d.id limit 1`;

const NEXT_RECEIPT = `
  select r.id, r.name, r.kind, r.sealed, r.wrapped_key from receipt r
  where r.customer_id = $1::uuid and r.id > $2::uuid order by r.id limit 1`;

/**
 * Yields the files from a customer's messages and reviews, and the receipts, as they were
 * uploaded. Keeps only one file in memory.
 */
export async function* filesOf(
  context: ArchiveContext,
  source: ArchiveSource,
  customerId: string,
): AsyncGenerator<ArchiveFile, void> {
  let after: string | undefined = BEFORE_ALL;
  while (after !== undefined) {
    const row: SealedRow | undefined = await firstRow(source, NEXT_ATTACHMENT, [customerId, after]);
    if (row !== undefined) {
      const stored = { id: row.id, sealed: row.sealed, wrappedKey: row.wrapped_key };
      yield { path: attachmentPath(row), bytes: await openAttachment(context, stored) };
    }
    after = row?.id;
  }
  after = BEFORE_ALL;
  while (after !== undefined) {
    const row: DocumentRow | undefined = await firstRow(source, NEXT_DOCUMENT, [customerId, after]);
    if (row !== undefined) {
      const { id, case_id: caseId, key_id: keyId, wrapped_key: wrappedKey, sealed } = row;
      const stored = { id, caseId, customerId, keyId, wrappedKey, sealed };
      yield { path: documentPath(row), bytes: await openStoredDocument(context, stored) };
    }
    after = row?.id;
  }
  after = BEFORE_ALL;
  while (after !== undefined) {
    const row: SealedRow | undefined = await firstRow(source, NEXT_RECEIPT, [customerId, after]);
    if (row !== undefined) {
      const stored = { id: row.id, sealed: row.sealed, wrappedKey: row.wrapped_key };
      yield { path: receiptPath(row), bytes: await openReceipt(context, stored) };
    }
    after = row?.id;
  }
}
