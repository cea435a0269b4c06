import { type CurrencyCode, isCurrency } from "@tessera/money";
import { readRecords } from "./csv-records.ts";
import {
  isNoReference,
  isReference,
  partyAccountOf,
  plainAccount,
  plainText,
  readAmount,
  readDay,
  remittanceOf,
  transactionId,
} from "./read-fields.ts";
import type { StatementEntry, StatementEvent, StatementHeader } from "./statement.ts";
import type { StatementProblems } from "./statement-problem.ts";

/** The first line of the file names the format. */
const CSV_FORMAT = "tessera-statement-1";
/** The lines before the entries: a name and its value each, in this order. */
const CSV_HEADER = [
  "format",
  "account",
  "currency",
  "statement",
  "opening",
  "closing",
  "closed",
] as const;
/** The columns of the entries, in this order. */
export const CSV_COLUMNS = [
  "reference",
  "booked",
  "valued",
  "direction",
  "amount",
  "status",
  "reversal",
  "end_to_end",
  "creditor_reference",
  "remittance",
  "party",
  "party_account",
] as const;

type Column = (typeof CSV_COLUMNS)[number];
type Row = Readonly<Record<Column, string>> & { readonly line: number };

/**
 * Reads a statement in the documented CSV format as a stream (docs/providers/bank-statements.md).
 *
 * @throws StatementError for a file that cannot be read on; other problems are only recorded
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  problems: StatementProblems,
): AsyncGenerator<StatementEvent> {
  const given: string[] = [];
  let header: StatementHeader | undefined;
  let hasColumns = false;
  for await (const { fields, line } of readRecords(text, problems)) {
    if (given.length < CSV_HEADER.length) {
      given.push(headerValue(fields, CSV_HEADER[given.length] ?? "", line, problems));
      if (given.length === CSV_HEADER.length) {
        header = headerOf(given, problems);
        yield { type: "statement", header };
      }
    } else if (!hasColumns) {
      if (fields.join() !== CSV_COLUMNS.join()) {
        problems.stop("csv_columns", line, fields.join());
      }
      hasColumns = true;
    } else if (header !== undefined) {
      const row = rowOf(fields, line, problems);
      const event = row && eventOfRow(row, header.currency, problems);
      if (event !== undefined) {
        yield event;
      }
    }
  }
  if (header === undefined) {
    problems.stop("missing", 0, CSV_HEADER[given.length]);
  }
  if (!hasColumns) {
    problems.stop("csv_columns", 0, CSV_COLUMNS.join());
  }
  yield { type: "end" };
}

function headerValue(
  fields: readonly string[],
  name: string,
  line: number,
  problems: StatementProblems,
): string {
  const [given, value = "", ...rest] = fields;
  if (given !== name || value === "" || rest.some((field) => field !== "")) {
    problems.stop("missing", line, name);
  }
  if (name === "format" && value !== CSV_FORMAT) {
    problems.stop("csv_format", line, value);
  }
  return value;
}

function headerOf(given: readonly string[], problems: StatementProblems): StatementHeader {
  const [, account = "", currency = "", statementId = "", opening = "", closing = ""] = given;
  const closed = given[6] ?? "";
  if (!isCurrency(currency)) {
    return problems.stop("unknown_currency", 3, currency);
  }
  if (!isReference(statementId)) {
    problems.stop("bad_reference", 4, statementId);
  }
  const closingOn = readDay(closed);
  if (closingOn === undefined) {
    return problems.stop("bad_date", 7, closed);
  }
  return {
    line: 1,
    account: plainAccount(account),
    currency,
    statementId,
    openingMinor: balanceOf(opening, currency, 5, problems),
    closingMinor: balanceOf(closing, currency, 6, problems),
    closingOn,
    sums: {},
  };
}

function balanceOf(
  text: string,
  currency: CurrencyCode,
  line: number,
  problems: StatementProblems,
): bigint {
  const isNegative = text.startsWith("-");
  const minor = readAmount(isNegative ? text.slice(1) : text, currency);
  if (typeof minor === "string") {
    return problems.stop(minor, line, text);
  }
  return isNegative ? -minor : minor;
}

function rowOf(
  fields: readonly string[],
  line: number,
  problems: StatementProblems,
): Row | undefined {
  if (fields.length !== CSV_COLUMNS.length) {
    problems.add("csv_fields", line, String(fields.length));
    return undefined;
  }
  const values = Object.fromEntries(
    CSV_COLUMNS.map((name, at) => [name, fields[at]?.trim() ?? ""]),
  );
  return { ...(values as Record<Column, string>), line };
}

function eventOfRow(
  row: Row,
  currency: CurrencyCode,
  problems: StatementProblems,
): StatementEvent | undefined {
  const { line } = row;
  const amountMinor = readAmount(row.amount, currency);
  const bookedOn = readDay(row.booked);
  const valuedOn = row.valued === "" ? null : readDay(row.valued);
  if (typeof amountMinor === "string" || amountMinor === 0n) {
    problems.add(amountMinor === 0n ? "bad_amount" : amountMinor, line, row.amount);
    return undefined;
  }
  const isCode =
    ["credit", "debit"].includes(row.direction) &&
    ["", "booked", "pending"].includes(row.status) &&
    ["", "yes", "no"].includes(row.reversal);
  if (!isCode) {
    problems.add("bad_code", line, `${row.direction}, ${row.status}, ${row.reversal}`);
    return undefined;
  }
  if (row.status === "pending") {
    return { type: "pending", isCredit: row.direction === "credit", amountMinor };
  }
  if (bookedOn === undefined || valuedOn === undefined) {
    problems.add("bad_date", line, bookedOn === undefined ? row.booked : row.valued);
    return undefined;
  }
  if (isNoReference(row.reference) || !isReference(row.reference)) {
    const isNone = isNoReference(row.reference);
    problems.add(isNone ? "no_entry_reference" : "bad_reference", line, row.reference);
    return undefined;
  }
  const transaction = transactionOf(row, { amountMinor, bookedOn, valuedOn });
  return { type: "entry", entry: { line, transactions: [transaction] } };
}

function transactionOf(
  row: Row,
  read: Pick<StatementEntry, "amountMinor" | "bookedOn" | "valuedOn">,
): StatementEntry {
  const reference = plainText(row.creditor_reference, 35);
  return {
    ...read,
    line: row.line,
    key: `S:${row.reference}`,
    n: 1,
    isCredit: row.direction === "credit",
    isReversal: row.reversal === "yes",
    endToEndId: transactionId(row.end_to_end),
    transactionIds: [],
    references: reference === null ? [] : [reference],
    remittance: remittanceOf([row.remittance]),
    partyName: plainText(row.party),
    partyAccount: partyAccountOf(row.party_account),
  };
}
