import type { Locale } from "@tessera/contract/errors/locales";
import type { Movement } from "@tessera/contract/insights/bills.schemas";
import type { ReceiptSuggestion } from "@tessera/contract/insights/receipts.schemas";
import { parseMerchantAmount } from "@tessera/money";
import type { AppContext } from "../../platform/context.ts";
import { parseId } from "../../platform/ids.ts";
import { listMovements } from "../bills/index.ts";
import { type PaymentSays, reasonsFor, weightOf } from "./receipt-match.policy.ts";
import { linksOf, withReceipts } from "./receipt-payments.repository.ts";
import type { ReceiptRow } from "./receipts.tables.ts";

const DAY_MS = 86_400_000;
/** How far from its day, and without one from its upload, payments for a receipt are looked for. */
const DAYS_AROUND = 10;
const DAYS_BEFORE_UPLOAD = 60;
const SEARCHED = 100;
const MAX_SUGGESTIONS = 5;

/** Returns the period in which a receipt's payment is looked for. */
function periodOf({ paid_on: paidOn, created_at: createdAt }: ReceiptRow) {
  const day = paidOn === null ? undefined : Date.parse(`${paidOn}T00:00:00Z`);
  const [from, to] =
    day === undefined
      ? [createdAt.getTime() - DAYS_BEFORE_UPLOAD * DAY_MS, createdAt.getTime() + DAY_MS]
      : [day - DAYS_AROUND * DAY_MS, day + DAYS_AROUND * DAY_MS];
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

function unsigned(amount: string): string {
  return amount.replace("-", "");
}

/** Returns what a payment charged: in the card's currency, and in the merchant's if it differs. */
function amountsOf({ amount, currency, merchantAmount }: Movement) {
  return [...(merchantAmount === undefined ? [] : [merchantAmount]), { amount, currency }].map(
    (one) => ({ amount: unsigned(one.amount), currency: one.currency }),
  );
}

function saysOf(movement: Movement): PaymentSays {
  return {
    merchant: movement.merchant?.name ?? movement.title,
    amounts: amountsOf(movement).flatMap(({ amount, currency }) => {
      const minor = parseMerchantAmount(amount, currency);
      return minor === undefined ? [] : [{ minor, currency }];
    }),
    at: new Date(movement.eventAt),
  };
}

/** Lists the payments that a receipt may be for and that have no receipt, the best one first. */
export async function suggestPayments(
  context: AppContext,
  row: ReceiptRow,
  locale: Locale,
): Promise<ReceiptSuggestion[]> {
  const tx = context.db.kysely;
  const { customer_id: customerId, amount_minor: amountMinor, currency, merchant } = row;
  const attached = await linksOf(tx, [row.id]);
  const knowsNothing = amountMinor === null && merchant === null;
  if (attached.length > 0 || knowsNothing) {
    return [];
  }
  const says = { amountMinor, currency, paidOn: row.paid_on, merchant };
  const { data } = await listMovements(context, {
    ...{ list: "receipt-suggestions", customerId, locale, onCards: true },
    kinds: ["purchase", "force_post"],
    query: { ...periodOf(row), limit: SEARCHED },
  });
  const ids = data.map(({ id }) => parseId("mov", id) ?? "");
  const taken = await withReceipts(tx, ids);
  return data
    .filter(({ status }) => status === "completed" || status === "processing")
    .filter(({ id }) => !taken.has(parseId("mov", id) ?? ""))
    .map((movement) => ({ movement, reasons: reasonsFor(says, saysOf(movement)) }))
    .filter(({ reasons }) => weightOf(reasons) > 0)
    .sort((one, other) => weightOf(other.reasons) - weightOf(one.reasons))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ movement, reasons }) => {
      const [shown] = amountsOf(movement);
      return {
        movementId: movement.id,
        title: movement.title,
        amount: shown?.amount ?? unsigned(movement.amount),
        currency: shown?.currency ?? movement.currency,
        eventAt: movement.eventAt,
        reasons,
      };
    });
}
