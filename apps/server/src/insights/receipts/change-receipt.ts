import type { Locale } from "@tessera/contract/errors/locales";
import type {
  Receipt,
  ReceiptDetail,
  ReceiptFactsBody,
} from "@tessera/contract/insights/receipts.schemas";
import { parseMerchantAmount } from "@tessera/money";
import { giveUpFiles } from "../../adapters/files/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { wireId } from "../../platform/ids.ts";
import {
  getReceipt,
  type NamedReceipt,
  presentWithLinks,
  requireLockedReceipt,
  requirePayment,
} from "./read-receipts.ts";
import { deleteLink } from "./receipt-payments.repository.ts";
import { receiptVault } from "./receipt-vault.ts";
import {
  deleteReceiptRow,
  findSealing,
  type ReceiptFacts,
  updateFacts,
} from "./receipts.repository.ts";
import { attach } from "./upload-receipt.ts";

function factsOf({ amount, currency, paidOn, merchant }: ReceiptFactsBody): ReceiptFacts {
  const amountMinor =
    amount === null || currency === null ? null : parseMerchantAmount(amount, currency);
  if (amountMinor === undefined) {
    throw new Refusal("invalid_input", { fields: [{ path: "amount", code: "malformed_amount" }] });
  }
  return { amount_minor: amountMinor, currency, paid_on: paidOn, merchant };
}

/**
 * Stores what a receipt says. Returns it with the payments that it may be for.
 *
 * @throws Refusal `not_found`, `invalid_input`
 */
export async function setReceiptFacts(
  context: AppContext,
  named: NamedReceipt,
  { body, locale }: { readonly body: ReceiptFactsBody; readonly locale: Locale },
): Promise<ReceiptDetail> {
  const facts = factsOf(body);
  await inTransaction(context.db, async (tx) => {
    const { id } = await requireLockedReceipt(tx, named);
    await updateFacts(tx, id, facts);
  });
  return getReceipt(context, named, locale);
}

/** Names a receipt and a payment, and who changes the link between them. */
interface Link extends NamedReceipt {
  readonly movementId: string | undefined;
  readonly userId: string;
}

/**
 * Attaches a receipt to a payment.
 *
 * @throws Refusal `not_found`, `too_many_receipts`
 */
export function attachReceipt(context: AppContext, link: Link): Promise<Receipt> {
  return inTransaction(context.db, async (tx) => {
    const row = await requireLockedReceipt(tx, link);
    const movementId = await requirePayment(tx, link);
    await attach(context, tx, { row, movementId, userId: link.userId });
    return presentWithLinks(tx, row);
  });
}

/**
 * Detaches a receipt from a payment. Detaching it again changes nothing.
 *
 * @throws Refusal `not_found`
 */
export function detachReceipt(context: AppContext, link: Link): Promise<Receipt> {
  return inTransaction(context.db, async (tx) => {
    const row = await requireLockedReceipt(tx, link);
    const movementId = await requirePayment(tx, link);
    await deleteLink(tx, { receiptId: row.id, movementId });
    return presentWithLinks(tx, row);
  });
}

/**
 * Deletes a receipt, its file and its links. The audit log keeps that it was deleted, and by whom.
 *
 * @throws Refusal `not_found`
 */
export async function deleteReceipt(
  context: AppContext,
  named: NamedReceipt,
  { session, requestId }: { readonly session: Session; readonly requestId: string },
): Promise<void> {
  const { db, ledger, clock } = context;
  await inTransaction(db, async (tx) => {
    const { id, customer_id: customerId } = await requireLockedReceipt(tx, named);
    const stored = await findSealing(tx, id);
    if (stored?.sealed === null) {
      await giveUpFiles(tx, [receiptVault.keyOf(id)], clock.now());
    }
    await deleteReceiptRow(tx, id);
    await ledger.appendAudit({ kysely: tx }, [
      {
        action: "receipt.delete",
        actor: session.userId,
        customerId,
        object: wireId("rcp", id),
        outcome: "ok",
        requestId,
        data: {},
      },
    ]);
  });
}
