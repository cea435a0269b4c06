import type { Locale } from "@tessera/contract/errors/locales";
import type {
  PaymentPapers,
  Receipt,
  ReceiptDetail,
} from "@tessera/contract/insights/receipts.schemas";
import { type FileSealing, readKept } from "../../adapters/files/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { fileHeaders } from "../../platform/files/file-headers.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import type { Page, PageQuery } from "../../platform/paging/pages.ts";
import { readPage } from "../../platform/paging/pages.ts";
import { findNote } from "./payment-notes.repository.ts";
import { hasMovement, linksOf, receiptsOfPayment } from "./receipt-payments.repository.ts";
import { receiptVault } from "./receipt-vault.ts";
import { presentNote, presentReceipt } from "./receipts.presenter.ts";
import { findReceipt, findSealing, listReceiptRows, lockReceipt } from "./receipts.repository.ts";
import type { ReceiptRow } from "./receipts.tables.ts";
import { suggestPayments } from "./suggest-payments.ts";

/** Names a customer's receipt, or none if the id is not one. */
export interface NamedReceipt {
  readonly customerId: string;
  readonly id: string | undefined;
}

/** Names a customer's payment, or none if the id is not one. */
export interface NamedPayment {
  readonly customerId: string;
  readonly movementId: string | undefined;
}

/** @throws Refusal `not_found` */
async function requireReceipt(tx: Tx, { customerId, id }: NamedReceipt): Promise<ReceiptRow> {
  const row = id === undefined ? undefined : await findReceipt(tx, { customerId, id });
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  return row;
}

/**
 * Locks a customer's receipt.
 *
 * @throws Refusal `not_found`
 */
export async function requireLockedReceipt(
  tx: Tx,
  { customerId, id }: NamedReceipt,
): Promise<ReceiptRow> {
  const row = id === undefined ? undefined : await lockReceipt(tx, { customerId, id });
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  return row;
}

/**
 * Returns the id of a customer's payment.
 *
 * @throws Refusal `not_found`
 */
export async function requirePayment(
  tx: Tx,
  { customerId, movementId }: NamedPayment,
): Promise<string> {
  if (movementId === undefined || !(await hasMovement(tx, { customerId, movementId }))) {
    throw new Refusal("not_found");
  }
  return movementId;
}

/** Presents a receipt with its payments. */
export async function presentWithLinks(tx: Tx, row: ReceiptRow): Promise<Receipt> {
  return presentReceipt(row, await linksOf(tx, [row.id]));
}

/** Lists a customer's receipts, newest first. */
export async function listReceipts(
  context: AppContext,
  customerId: string,
  { state, ...query }: PageQuery & { readonly state?: "open" | undefined },
): Promise<Page<Receipt>> {
  const tx = context.db.kysely;
  const { rows, nextCursor } = await readPage(context, {
    scope: `receipts:${customerId}:${state ?? "all"}`,
    query,
    defaultLimit: 30,
    read: (seek) => listReceiptRows(tx, { customerId, isOpen: state === "open" }, seek),
    placeOf: (row) => [row.created_at.toISOString(), row.id],
  });
  const ids = rows.map(({ id }) => id);
  const links = await linksOf(tx, ids);
  return { data: rows.map((row) => presentReceipt(row, links)), nextCursor };
}

/**
 * Reads a receipt, with the payments that it may be for.
 *
 * @throws Refusal `not_found`
 */
export async function getReceipt(
  context: AppContext,
  named: NamedReceipt,
  locale: Locale,
): Promise<ReceiptDetail> {
  const tx = context.db.kysely;
  const row = await requireReceipt(tx, named);
  const receipt = await presentWithLinks(tx, row);
  return { ...receipt, suggestions: await suggestPayments(context, row, locale) };
}

/**
 * Returns a receipt's file, for download.
 *
 * @throws Refusal `not_found`, `file_storage_unavailable`
 */
export async function readReceiptFile(
  context: AppContext,
  named: NamedReceipt,
): Promise<{ headers: Readonly<Record<string, string>>; body: Buffer }> {
  const tx = context.db.kysely;
  const { id, kind, bytes, name } = await requireReceipt(tx, named);
  const stored = await findSealing(tx, id);
  if (stored === undefined) {
    throw new Refusal("not_found");
  }
  return {
    headers: fileHeaders({ kind, bytes, name }),
    body: await openReceipt(context, { id, ...stored }),
  };
}

/**
 * Returns a stored receipt's bytes exactly as they were uploaded.
 *
 * @throws Refusal `file_storage_unavailable`
 * @throws KeyError if the bytes or the receipt's id differ from those that were sealed
 */
export async function openReceipt(
  context: Pick<AppContext, "config" | "db" | "clock" | "log" | "keys">,
  { id, sealed, wrappedKey }: FileSealing & { readonly id: string },
): Promise<Buffer> {
  const bytes = sealed ?? (await readKept(context, receiptVault.keyOf(id)));
  return receiptVault.open(context.keys, id, { sealed: bytes, wrappedKey });
}

/**
 * Reads a payment's receipts, and the note about it.
 *
 * @throws Refusal `not_found`
 */
export async function getPaymentPapers(
  context: AppContext,
  named: NamedPayment,
): Promise<PaymentPapers> {
  const tx = context.db.kysely;
  const { customerId } = named;
  const movementId = await requirePayment(tx, named);
  const rows = await receiptsOfPayment(tx, { customerId, movementId });
  const ids = rows.map(({ id }) => id);
  const links = await linksOf(tx, ids);
  return {
    note: presentNote(await findNote(tx, movementId)),
    receipts: rows.map((row) => presentReceipt(row, links)),
  };
}
