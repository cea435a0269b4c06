import * as z from "zod/mini";
import {
  id,
  line,
  merchantAmount,
  merchantAmountInput,
  merchantCurrency,
  page,
  pageQuery,
  timestamp,
} from "../fields.ts";
import { DOCUMENT_TYPES } from "../files.ts";

/** How many receipts a payment can have, and how many payments a receipt. */
export const MAX_RECEIPT_LINKS = 20;
export const MAX_RECEIPT_NAME_LENGTH = 120;
export const MAX_MEMO_LENGTH = 300;
export const MAX_PROJECT_LENGTH = 60;
export const MAX_TAX_CODE_LENGTH = 20;

/** A calendar day, as printed on a receipt. */
const day = z.string("wrong_type").check(z.iso.date("malformed_day"));

/** Why a payment may be the one that a receipt is for. */
export const RECEIPT_REASONS = ["amount", "day", "merchant"] as const;

/** What a receipt says, as far as its owner has entered it. */
const facts = {
  /** In the receipt's currency. */
  amount: z.nullable(merchantAmount),
  currency: z.nullable(z.string()),
  paidOn: z.nullable(z.string()),
  merchant: z.nullable(z.string()),
};

export const receipt = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  bytes: z.int(),
  ...facts,
  /** The payments that the receipt is for. */
  movementIds: z.array(z.string()),
  createdAt: timestamp,
});

/** A payment that may be the one that a receipt is for. */
export const receiptSuggestion = z.object({
  movementId: z.string(),
  title: z.string(),
  /** What was charged, without a sign, in the merchant's currency if it is another one. */
  amount: merchantAmount,
  currency: z.string(),
  eventAt: timestamp,
  /** What agrees with the receipt; the best suggestion comes first. */
  reasons: z.array(z.enum(RECEIPT_REASONS)),
});

export const receiptDetail = z.extend(receipt, { suggestions: z.array(receiptSuggestion) });

export const receiptPage = page(receipt);

export const receiptQuery = z.strictObject({
  ...pageQuery,
  /** `open`: only receipts without a payment. */
  state: z.optional(z.enum(["open"], "not_allowed")),
});

/** The file's name, and the payment that the receipt is for, if it is known. */
export const uploadReceiptQuery = z.strictObject({
  name: z.optional(line(MAX_RECEIPT_NAME_LENGTH)),
  movementId: z.optional(id("mov")),
});

/** What a receipt says. An amount needs a currency, and the other way around. */
export const receiptFactsBody = z
  .strictObject(
    {
      amount: z.nullable(merchantAmountInput),
      currency: z.nullable(merchantCurrency),
      paidOn: z.nullable(day),
      merchant: z.nullable(line(100)),
    },
    "wrong_type",
  )
  .check(
    z.refine(({ amount, currency }) => (amount === null) === (currency === null), {
      path: ["currency"],
      error: "contradiction",
    }),
  );

/** The payment that a receipt is attached to, or detached from. */
export const receiptLinkBody = z.strictObject({ movementId: id("mov") }, "wrong_type");

/** What a customer's bookkeeping needs to know about a payment. Empty texts are null. */
export const paymentNote = z.object({
  memo: z.nullable(z.string()),
  project: z.nullable(z.string()),
  taxCode: z.nullable(z.string()),
  /** Increases with every change; 0 if nothing was noted yet. */
  revision: z.int(),
});

export const paymentNoteBody = z.strictObject(
  {
    memo: z.nullable(line(MAX_MEMO_LENGTH)),
    project: z.nullable(line(MAX_PROJECT_LENGTH)),
    taxCode: z.nullable(line(MAX_TAX_CODE_LENGTH)),
    /** The revision that the change is based on. */
    revision: z
      .int("wrong_type")
      .check(z.minimum(0, "out_of_range"), z.maximum(1_000_000, "out_of_range")),
  },
  "wrong_type",
);

/** The receipts of a payment, and its note. */
export const paymentPapers = z.object({ note: paymentNote, receipts: z.array(receipt) });

export type Receipt = z.infer<typeof receipt>;
export type ReceiptDetail = z.infer<typeof receiptDetail>;
export type ReceiptSuggestion = z.infer<typeof receiptSuggestion>;
export type ReceiptReason = (typeof RECEIPT_REASONS)[number];
export type ReceiptFactsBody = z.infer<typeof receiptFactsBody>;
export type PaymentNote = z.infer<typeof paymentNote>;
export type PaymentNoteBody = z.infer<typeof paymentNoteBody>;
export type PaymentPapers = z.infer<typeof paymentPapers>;
