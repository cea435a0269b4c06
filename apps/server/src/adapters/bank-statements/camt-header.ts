import { type CurrencyCode, isCurrency } from "@tessera/money";
import type { RawFields } from "./camt-entry.ts";
import { isReference, plainAccount, readAmount, readDay } from "./read-fields.ts";
import type { StatementHeader, StatementSums } from "./statement.ts";
import type { StatementProblems } from "./statement-problem.ts";

/** The fields of a statement that are read, by their path inside it. */
export const STATEMENT_FIELDS: ReadonlySet<string> = new Set([
  ...["Id", "StmtPgntn/PgNb", "StmtPgntn/LastPgInd"],
  ...["Acct/Id/IBAN", "Acct/Id/Othr/Id", "Acct/Ccy"],
  ...["TtlNtries", "TtlCdtNtries", "TtlDbtNtries"].flatMap((name) =>
    ["NbOfNtries", "Sum"].map((end) => `TxsSummry/${name}/${end}`),
  ),
]);

/** The fields of a balance that are read, by their path inside it. */
export const BALANCE_FIELDS: ReadonlySet<string> = new Set([
  ...["Tp/CdOrPrtry/Cd", "Tp/SubTp/Cd", "Amt", "CdtDbtInd", "Dt/Dt", "Dt/DtTm"],
]);

interface ReadBalance {
  readonly code: string;
  readonly signedMinor: bigint;
  readonly on: string;
}

/**
 * Reads what a statement says about its account, before its entries.
 *
 * @throws StatementError if the account, its currency or one of the two balances is missing or
 * malformed, without which no entry can be read
 */
export function headerOf(
  statement: RawFields,
  balances: readonly RawFields[],
  problems: StatementProblems,
): StatementHeader {
  const { fields, line } = statement;
  const text = (path: string) => fields.get(path)?.text;
  const account = text("Acct/Id/IBAN") ?? text("Acct/Id/Othr/Id");
  const statementId = text("Id");
  if (account === undefined || account === "") {
    return problems.stop("missing", line, "Acct/Id");
  }
  if (statementId === undefined || statementId === "") {
    return problems.stop("missing", line, "Id");
  }
  if (!isReference(statementId)) {
    return problems.stop("bad_reference", line, statementId);
  }
  const page = fields.get("StmtPgntn/LastPgInd");
  if (page !== undefined && (page.text !== "true" || text("StmtPgntn/PgNb") !== "1")) {
    problems.stop("paginated", page.line);
  }
  const code = text("Acct/Ccy") ?? balances[0]?.fields.get("Amt")?.currency ?? "";
  if (!isCurrency(code)) {
    return problems.stop("unknown_currency", line, code);
  }
  const read = balances.flatMap((balance) => balanceOf(balance, code, problems) ?? []);
  const opening = one(read, "OPBD") ?? one(read, "PRCD");
  const closing = one(read, "CLBD");
  for (const wanted of ["OPBD", "CLBD"]) {
    if (read.filter((balance) => balance.code === wanted).length > 1) {
      problems.stop("wrong_order", line, wanted);
    }
  }
  if (opening === undefined) {
    return problems.stop("no_opening_balance", line);
  }
  if (closing === undefined) {
    return problems.stop("no_closing_balance", line);
  }
  return {
    line,
    account: plainAccount(account),
    currency: code,
    statementId,
    openingMinor: opening.signedMinor,
    closingMinor: closing.signedMinor,
    closingOn: closing.on,
    sums: sumsOf(statement, code, problems),
  };
}

function one(balances: readonly ReadBalance[], code: string): ReadBalance | undefined {
  return balances.find((balance) => balance.code === code);
}

/** Reads a balance; undefined for a kind that the import does not use. */
function balanceOf(
  { fields, line }: RawFields,
  currency: CurrencyCode,
  problems: StatementProblems,
): ReadBalance | undefined {
  const code = fields.get("Tp/CdOrPrtry/Cd")?.text ?? "";
  const isInterim = fields.has("Tp/SubTp/Cd");
  if (!["OPBD", "PRCD", "CLBD"].includes(code) || isInterim) {
    return undefined;
  }
  const amount = fields.get("Amt");
  const direction = fields.get("CdtDbtInd");
  const date = fields.get("Dt/Dt") ?? fields.get("Dt/DtTm");
  if (amount === undefined || direction === undefined || date === undefined) {
    return problems.stop("missing", line, `Bal ${code}`);
  }
  if (amount.currency !== currency) {
    return problems.stop("entry_currency", amount.line, amount.currency ?? "");
  }
  const minor = readAmount(amount.text, currency);
  if (typeof minor === "string") {
    return problems.stop(minor, amount.line, amount.text);
  }
  if (direction.text !== "CRDT" && direction.text !== "DBIT") {
    return problems.stop("bad_code", direction.line, `CdtDbtInd: ${direction.text}`);
  }
  const on = readDay(date.text);
  if (on === undefined) {
    return problems.stop("bad_date", date.line, date.text);
  }
  return { code, signedMinor: direction.text === "CRDT" ? minor : -minor, on };
}

function sumsOf(
  { fields }: RawFields,
  currency: CurrencyCode,
  problems: StatementProblems,
): StatementSums {
  const count = (path: string) => {
    const field = fields.get(`TxsSummry/${path}/NbOfNtries`);
    if (field !== undefined && !/^\d{1,15}$/.test(field.text)) {
      problems.add("bad_count", field.line, field.text);
      return undefined;
    }
    return field === undefined ? undefined : Number(field.text);
  };
  const sum = (path: string) => {
    const field = fields.get(`TxsSummry/${path}/Sum`);
    const minor =
      field === undefined ? undefined : readAmount(field.text, currency, { isSum: true });
    if (field !== undefined && typeof minor === "string") {
      problems.add(minor, field.line, field.text);
    }
    return typeof minor === "bigint" ? minor : undefined;
  };
  const entries = count("TtlNtries");
  const creditEntries = count("TtlCdtNtries");
  const debitEntries = count("TtlDbtNtries");
  const creditMinor = sum("TtlCdtNtries");
  const debitMinor = sum("TtlDbtNtries");
  return {
    ...(entries !== undefined && { entries }),
    ...(creditEntries !== undefined && { creditEntries }),
    ...(debitEntries !== undefined && { debitEntries }),
    ...(creditMinor !== undefined && { creditMinor }),
    ...(debitMinor !== undefined && { debitMinor }),
  };
}
