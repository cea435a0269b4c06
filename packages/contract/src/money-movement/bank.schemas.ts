import * as z from "zod/mini";
import {
  amount,
  currency,
  id,
  line,
  ofCell,
  pageOverCells,
  pageQuery,
  timestamp,
} from "../fields.ts";

/** What became of a booked transaction of a bank statement. */
export const BANK_ENTRY_STATES = [
  "waiting",
  "credited",
  "reviewing",
  "unmatched",
  "returning",
  "returned",
  "reversed",
  "traded",
  "outflow",
  "return_paid",
  "reversal",
] as const;

/** Why a credit is not credited by itself. */
export const UNMATCHED_REASONS = [
  "no_reference",
  "unknown_reference",
  "several_references",
  "other_cell",
  "other_currency",
  "account_closed",
  "account_stopped",
  "reversal",
  "rejected",
  "reopened",
] as const;

export type BankEntryState = (typeof BANK_ENTRY_STATES)[number];
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];

/** An account of the program, and what a customer writes in a transfer to it. */
export const bankDetails = z.object({
  currency,
  holder: z.string(),
  bank: z.string(),
  /** The IBAN or account number, without spaces. */
  account: z.string(),
  isIban: z.boolean(),
  /** BIC, or the bank's number in its country. */
  bankCode: z.nullable(z.string()),
  /** The creditor reference (ISO 11649) that identifies the customer. It never changes. */
  reference: z.string(),
});

/** One account per currency, in which the customer can transfer money. */
export const bankDetailsList = z.object({ accounts: z.array(bankDetails) });

export const importedStatement = z.object({
  /** Null if everything in the statement had been imported before. */
  id: z.nullable(z.string()),
  account: z.string(),
  statementId: z.string(),
  added: z.number(),
  known: z.number(),
  pending: z.number(),
});

export const statementProblem = z.object({
  /** The line of the file, from 1; 0 if the whole file is meant. */
  line: z.number(),
  code: z.string(),
  message: z.string(),
});

/** The result of an import: all statements of the file, or why none of them was imported. */
export const importResult = z.object({
  imported: z.boolean(),
  statements: z.array(importedStatement),
  problems: z.array(statementProblem),
});

/** How far an import is. `broken_off`: its server stopped, and nothing was imported. */
export const IMPORT_STATES = ["reading", "imported", "refused", "broken_off"] as const;

/** The latest imports, newest first, also while they run. */
export const statementImports = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      state: z.enum(IMPORT_STATES),
      /** The number of transactions read so far. */
      entries: z.number(),
      statements: z.array(importedStatement),
      problems: z.array(statementProblem),
      startedAt: timestamp,
      importedBy: z.string(),
    }),
  ),
});

/** How many transactions of a statement are in which state. */
export const bankStatement = z.object({
  id: z.string(),
  account: z.string(),
  currency,
  format: z.enum(["camt.053", "csv"]),
  statementId: z.string(),
  opening: amount,
  closing: amount,
  /** The day of the closing balance. */
  closingOn: z.string(),
  credits: amount,
  debits: amount,
  added: z.number(),
  known: z.number(),
  pending: z.number(),
  counts: z.partialRecord(z.enum(BANK_ENTRY_STATES), z.number()),
  importedAt: timestamp,
  importedBy: z.string(),
});

export const bankStatementsPage = pageOverCells(z.extend(bankStatement, { cell: ofCell }));

/** A customer whose reference differs a little from what the payer wrote. */
export const payerSuggestion = z.object({
  customerId: z.string(),
  customerName: z.string(),
  reference: z.string(),
});

export const bankEntry = z.object({
  id: z.string(),
  statementId: z.string(),
  account: z.string(),
  currency,
  /** Positive for a credit, negative for a debit. */
  amount,
  bookedOn: z.string(),
  /** The bank's reference of the entry. */
  reference: z.string(),
  isReversal: z.boolean(),
  remittance: z.string(),
  partyName: z.nullable(z.string()),
  partyAccount: z.nullable(z.string()),
  state: z.enum(BANK_ENTRY_STATES),
  reason: z.nullable(z.string()),
  customerId: z.nullable(z.string()),
  customerName: z.nullable(z.string()),
  movementId: z.nullable(z.string()),
  /** What to write in the transfer that returns the money. */
  returnReference: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  changedAt: timestamp,
});

/** A recorded trade with a bank, one side of which may be a booked transaction. */
export const tradeSuggestion = z.object({
  tradeId: z.string(),
  /** What the bank calls the trade. */
  bankReference: z.string(),
  recordedAt: timestamp,
  /** The other side of the trade. */
  otherAmount: amount,
  otherCurrency: currency,
  /** Whether the transaction has the trade's reference in one of its fields. */
  isNamed: z.boolean(),
});

export const bankEntryDetail = z.extend(bankEntry, {
  suggestions: z.array(payerSuggestion),
  /** Trades with the transaction's currency, direction and amount, most likely first. */
  trades: z.array(tradeSuggestion),
});

export const bankEntriesPage = pageOverCells(z.extend(bankEntry, { cell: ofCell }));

export const bankEntriesQuery = z.strictObject({
  ...pageQuery,
  state: z.optional(z.enum(BANK_ENTRY_STATES, "not_allowed")),
  statementId: z.optional(id("bst")),
});

export const assignBankEntryBody = z.strictObject({ customerId: id("cus") });

export const returnBankEntryBody = z.strictObject({ reason: line(200) });

export const reopenBankEntryBody = z.strictObject({ reason: line(200) });

export const matchTradeBody = z.strictObject({ tradeId: id("bkt") });

export type BankDetails = z.infer<typeof bankDetails>;
export type BankStatement = z.infer<typeof bankStatement>;
export type ListedStatement = z.infer<typeof bankStatementsPage>["data"][number];
export type ListedEntry = z.infer<typeof bankEntriesPage>["data"][number];
export type BankEntry = z.infer<typeof bankEntry>;
export type BankEntryDetail = z.infer<typeof bankEntryDetail>;
export type StatementImports = z.infer<typeof statementImports>;
export type ImportResult = z.infer<typeof importResult>;
export type BankEntriesQuery = z.infer<typeof bankEntriesQuery>;
