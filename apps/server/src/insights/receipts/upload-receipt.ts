import { DOCUMENT_TYPES } from "@tessera/contract/files";
import { MAX_RECEIPT_LINKS, type Receipt } from "@tessera/contract/insights/receipts.schemas";
import { keepFile, keepsOutside, takeFile } from "../../adapters/files/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { nameFor } from "../../platform/files/file-headers.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { presentWithLinks, requireLockedReceipt, requirePayment } from "./read-receipts.ts";
import { countReceiptsOf, insertLink, linksOf } from "./receipt-payments.repository.ts";
import { receiptIndexOf, receiptVault } from "./receipt-vault.ts";
import { countReceipts, insertReceipt } from "./receipts.repository.ts";
import type { ReceiptRow } from "./receipts.tables.ts";

/** The most receipts that a customer can keep. */
const MAX_RECEIPTS = 20_000;

interface Upload {
  readonly by: Pick<Session, "customerId" | "userId">;
  readonly bytes: Buffer;
  /** Media type as claimed by the sender. */
  readonly mediaType: string;
  readonly name: string;
  /** The payment that the receipt is for, if the sender named one. */
  readonly payment: { readonly movementId: string | undefined } | undefined;
}

/**
 * Accepts a customer's receipt: determines its type from its bytes and stores it sealed. A file
 * that the customer uploaded before is not stored again, so the call can be retried.
 *
 * @throws Refusal `not_found`, `too_many_receipts`, `file_storage_unavailable`, and those from
 * {@link takeFile}
 */
export async function uploadReceipt(context: AppContext, upload: Upload): Promise<Receipt> {
  const { by, bytes, mediaType, name, payment } = upload;
  const { customerId, userId } = by;
  const { db, keys, clock } = context;
  if (payment !== undefined) {
    await requirePayment(db.kysely, { customerId, movementId: payment.movementId });
  }
  if ((await countReceipts(db.kysely, customerId, MAX_RECEIPTS)) >= MAX_RECEIPTS) {
    throw new Refusal("too_many_receipts");
  }
  const kind = await takeFile(context, bytes, { taken: DOCUMENT_TYPES, claimed: mediaType });
  const now = clock.now();
  const id = newId(now);
  const sealing = receiptVault.seal(keys, id, bytes, keepsOutside(context));
  const kept = await keepFile(context, receiptVault.keyOf(id), sealing.sealed);
  return inTransaction(db, async (tx) => {
    const storedId = await insertReceipt(tx, {
      id,
      customer_id: customerId,
      person_id: userId,
      name: nameFor(kind, name),
      kind,
      bytes: bytes.length,
      content_index: receiptIndexOf(keys, bytes),
      sealed: kept.inRow,
      wrapped_key: sealing.wrappedKey,
      created_at: now,
    });
    if (storedId === id) {
      await kept.claim(tx);
    }
    const row = await requireLockedReceipt(tx, { customerId, id: storedId });
    if (payment !== undefined) {
      await attach(context, tx, { row, movementId: payment.movementId ?? "", userId });
    }
    return presentWithLinks(tx, row);
  });
}

/**
 * Attaches a locked or new receipt to a payment of its customer. Attaching it again changes
 * nothing.
 *
 * @throws Refusal `too_many_receipts`
 */
export async function attach(
  { clock }: Pick<AppContext, "clock">,
  tx: Tx,
  {
    row,
    movementId,
    userId,
  }: { readonly row: ReceiptRow; readonly movementId: string; readonly userId: string },
): Promise<void> {
  const links = await linksOf(tx, [row.id]);
  if (links.some((link) => link.movementId === movementId)) {
    return;
  }
  const ofPayment = await countReceiptsOf(tx, movementId);
  if (links.length >= MAX_RECEIPT_LINKS || ofPayment >= MAX_RECEIPT_LINKS) {
    throw new Refusal("too_many_receipts");
  }
  await insertLink(tx, {
    receipt_id: row.id,
    movement_id: movementId,
    customer_id: row.customer_id,
    attached_by: userId,
    attached_at: clock.now(),
  });
}
