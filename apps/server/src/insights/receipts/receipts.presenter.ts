import type { PaymentNote, Receipt } from "@tessera/contract/insights/receipts.schemas";
import { formatMerchantAmount } from "@tessera/money";
import { wireId } from "../../platform/ids.ts";
import type { ReceiptLink } from "./receipt-payments.repository.ts";
import type { NoteRow, ReceiptRow } from "./receipts.tables.ts";

/** Presents a receipt with its payments, given the links of it and of others. */
export function presentReceipt(row: ReceiptRow, links: readonly ReceiptLink[]): Receipt {
  const { amount_minor: amountMinor, currency } = row;
  const hasAmount = amountMinor !== null && currency !== null;
  return {
    id: wireId("rcp", row.id),
    name: row.name,
    type: row.kind,
    bytes: row.bytes,
    amount: hasAmount ? formatMerchantAmount(amountMinor, currency) : null,
    currency,
    paidOn: row.paid_on,
    merchant: row.merchant,
    movementIds: links
      .filter(({ receiptId }) => receiptId === row.id)
      .map(({ movementId }) => wireId("mov", movementId)),
    createdAt: row.created_at.toISOString(),
  };
}

export function presentNote(row: NoteRow | undefined): PaymentNote {
  return {
    memo: row?.memo ?? null,
    project: row?.project ?? null,
    taxCode: row?.tax_code ?? null,
    revision: row?.revision ?? 0,
  };
}
