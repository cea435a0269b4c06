import { endpoint } from "../endpoint.ts";
import { idParams, listQuery } from "../fields.ts";
import { MAX_STATEMENT_UPLOAD_BYTES, STATEMENT_TYPES } from "../files.ts";
import {
  assignBankEntryBody,
  bankDetailsList,
  bankEntriesPage,
  bankEntriesQuery,
  bankEntryDetail,
  bankStatement,
  bankStatementsPage,
  importResult,
  matchTradeBody,
  reopenBankEntryBody,
  returnBankEntryBody,
  statementImports,
} from "./bank.schemas.ts";

const tag = "bank";
const access = "operator";
const readers = ["support", "reviewer", "administrator", "auditor"] as const;
const importers = ["reviewer", "administrator"] as const;
const proposers = ["support", "reviewer", "administrator"] as const;

export const getBankDetails = endpoint({
  method: "GET",
  path: "/api/wallet/bank-details",
  summary: "Where to transfer money from a bank, and the reference to write, for each currency",
  tag,
  access: "session",
  success: { status: 200, body: bankDetailsList },
  errors: ["not_offered"],
});

export const importBankStatement = endpoint({
  method: "POST",
  path: "/api/admin/bank/statements",
  summary: "Import a bank statement (camt.053 or CSV), all of it or, with reasons, nothing",
  tag,
  access,
  roles: importers,
  idempotencyKey: { ignored: "file" },
  file: STATEMENT_TYPES,
  maxFileBytes: MAX_STATEMENT_UPLOAD_BYTES,
  success: { status: 200, body: importResult },
  errors: ["not_offered", "file_too_large"],
});

export const listStatementImports = endpoint({
  method: "GET",
  path: "/api/admin/bank/imports",
  summary: "The latest imports of bank statements: how far they are, or why they were refused",
  tag,
  access,
  roles: readers,
  success: { status: 200, body: statementImports },
});

export const listBankStatements = endpoint({
  method: "GET",
  path: "/api/admin/bank/statements",
  summary: "Imported bank statements, newest first",
  tag,
  access,
  cells: "all",
  roles: readers,
  query: listQuery,
  success: { status: 200, body: bankStatementsPage },
});

export const getBankStatement = endpoint({
  method: "GET",
  path: "/api/admin/bank/statements/:id",
  summary: "One bank statement, and what became of its transactions",
  tag,
  access,
  roles: readers,
  params: idParams,
  success: { status: 200, body: bankStatement },
});

export const listBankEntries = endpoint({
  method: "GET",
  path: "/api/admin/bank/entries",
  summary: "Booked transactions of bank statements, newest first",
  tag,
  access,
  cells: "all",
  roles: readers,
  query: bankEntriesQuery,
  success: { status: 200, body: bankEntriesPage },
});

export const getBankEntry = endpoint({
  method: "GET",
  path: "/api/admin/bank/entries/:id",
  summary: "One booked transaction; for an unexplained one, what or whose it may be",
  tag,
  access,
  roles: readers,
  params: idParams,
  success: { status: 200, body: bankEntryDetail },
});

export const assignBankEntry = endpoint({
  method: "POST",
  path: "/api/admin/bank/entries/:id/assign",
  summary: "Assign an unmatched credit to a customer; another operator has to approve the case",
  tag,
  access,
  roles: proposers,
  params: idParams,
  body: assignBankEntryBody,
  success: { status: 200, body: bankEntryDetail },
  errors: ["not_found", "bank_entry_decided", "account_closed"],
});

export const returnBankEntry = endpoint({
  method: "POST",
  path: "/api/admin/bank/entries/:id/return",
  summary: "Record that an unmatched credit is to be returned to its payer at the bank",
  tag,
  access,
  roles: importers,
  params: idParams,
  body: returnBankEntryBody,
  success: { status: 200, body: bankEntryDetail },
  errors: ["not_found", "bank_entry_decided"],
});

export const reopenBankEntry = endpoint({
  method: "POST",
  path: "/api/admin/bank/entries/:id/reopen",
  summary:
    "Put a transfer back: call off a return that is not paid, or undo the match with a trade",
  tag,
  access,
  roles: importers,
  params: idParams,
  body: reopenBankEntryBody,
  success: { status: 200, body: bankEntryDetail },
  errors: ["not_found", "bank_entry_decided"],
});

export const matchBankTrade = endpoint({
  method: "POST",
  path: "/api/admin/bank/entries/:id/match-trade",
  summary: "Match an unexplained transaction with the side of a recorded trade that it is",
  tag,
  access,
  roles: importers,
  params: idParams,
  body: matchTradeBody,
  success: { status: 200, body: bankEntryDetail },
  errors: ["not_found", "bank_entry_decided", "bank_trade_mismatch"],
});

export const bankEndpoints = {
  getBankDetails,
  importBankStatement,
  listStatementImports,
  listBankStatements,
  getBankStatement,
  listBankEntries,
  getBankEntry,
  assignBankEntry,
  returnBankEntry,
  reopenBankEntry,
  matchBankTrade,
} as const;
