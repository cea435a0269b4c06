import { type CaseItem, MAX_DOCUMENTS } from "@tessera/contract/back-office/reviews.schemas";
import { DOCUMENT_TYPES } from "@tessera/contract/files";
import { keepFile, keepsOutside, takeFile } from "../../../adapters/files/index.ts";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { kindNamed, nameFor } from "../../../platform/files/file-headers.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { newId, wireId } from "../../../platform/ids.ts";
import { findCase, lockCase } from "../cases.repository.ts";
import { takeAnswer } from "../decisions/answer-case.ts";
import { type CustomerAct, ownCase } from "../decisions/own-case.ts";
import { requireOpenCase } from "../decisions/require-case.ts";
import { customerActor, recordAct } from "../record-act.ts";
import { contentIndexOf, documentKey, sealDocument } from "./document-vault.ts";
import { insertDocument, selectDocuments } from "./documents.repository.ts";

interface Sent {
  readonly id: string | undefined;
  readonly item: CaseItem;
  readonly name: string;
  readonly bytes: Buffer;
  readonly by: CustomerAct;
}

/**
 * Accepts a customer's document: determines its file type from its bytes and stores it sealed.
 * Sending the same file for the same item again changes nothing.
 *
 * @throws Refusal `not_found`, `case_decided`, `too_many_files`, `file_storage_unavailable`, and
 * those from {@link takeFile}
 */
export async function sendDocument(context: AppContext, sent: Sent): Promise<void> {
  const { id, item, name, bytes, by } = sent;
  const { db, keys, clock } = context;
  const found = id === undefined ? undefined : await findCase(db.kysely, id);
  const { id: caseId } = requireOpenCase(ownCase(found, by.customerId), "customer");
  const type = await takeFile(context, bytes, { taken: DOCUMENT_TYPES, claimed: kindNamed(name) });
  const place = { id: newId(clock.now()), caseId, customerId: by.customerId };
  const sealing = sealDocument(keys, place, bytes, keepsOutside(context));
  const kept = await keepFile(context, documentKey(place.id), sealing.sealed);
  await inTransaction(db, async (tx) => {
    const row = requireOpenCase(await lockCase(tx, caseId), "customer");
    const before = await selectDocuments(tx, caseId);
    const isNew = await insertDocument(tx, {
      id: place.id,
      case_id: caseId,
      customer_id: by.customerId,
      item,
      name: nameFor(type, name),
      type,
      bytes: bytes.length,
      content_index: contentIndexOf(keys, bytes),
      key_id: sealing.keyId,
      wrapped_key: sealing.wrappedKey,
      sealed: kept.inRow,
      created_at: clock.now(),
    });
    if (!isNew) {
      return;
    }
    if (before.length >= MAX_DOCUMENTS) {
      throw new Refusal("too_many_files");
    }
    await kept.claim(tx);
    await takeAnswer(context, tx, row, { item, by });
    await recordAct(context, tx, row, {
      by: customerActor(by),
      act: "document_sent",
      audit: "case.document",
      data: { items: [item], documentId: wireId("doc", place.id) },
    });
  });
}
