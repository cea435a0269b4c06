import { type CurrencyCode, isCurrency } from "@tessera/money";
import {
  isNoReference,
  isReference,
  MAX_REFERENCE,
  partyAccountOf,
  plainText,
  readAmount,
  readDay,
  remittanceOf,
  transactionId,
} from "./read-fields.ts";
import type { BookedEntry, StatementEntry, StatementEvent } from "./statement.ts";
import type { StatementProblems } from "./statement-problem.ts";

/** A field of the file. */
interface Field {
  readonly text: string;
  readonly currency: string | undefined;
  readonly line: number;
}

/** The fields of an element by their path inside it. Lists have the fields that can repeat. */
export interface RawFields {
  readonly line: number;
  readonly fields: Map<string, Field>;
  readonly remittance: string[];
  readonly references: string[];
}

export interface RawEntry extends RawFields {
  readonly transactions: RawFields[];
  /** How many transactions the bank says it booked together; 0 if it does not say. */
  batched: number;
}

/** The most transactions that an entry can have. */
export const MAX_TRANSACTIONS = 20_000;
const STATUSES = ["BOOK", "PDNG", "INFO", "FUTR"];
const TRANSACTION_IDS = ["Refs/TxId", "Refs/InstrId", "Refs/AcctSvcrRef", "Refs/UETR"];

/** Returns an element without fields. */
export function rawFields(line: number): RawFields {
  return { line, fields: new Map(), remittance: [], references: [] };
}

interface Terms {
  readonly currency: CurrencyCode;
  readonly problems: StatementProblems;
}

/** Reads a required code, such as `CRDT`. */
function codeOf(raw: RawFields, path: string, known: readonly string[], { problems }: Terms) {
  const field = raw.fields.get(path);
  if (field === undefined) {
    problems.add("missing", raw.line, path);
  } else if (!known.includes(field.text)) {
    problems.add("bad_code", field.line, `${path}: ${field.text}`);
  } else {
    return field.text;
  }
  return undefined;
}

function amountOf(raw: RawFields, paths: readonly string[], { currency, problems }: Terms) {
  const path = paths.find((one) => raw.fields.has(one)) ?? paths[0] ?? "";
  const field = raw.fields.get(path);
  if (field === undefined) {
    return undefined;
  }
  if (field.currency !== currency) {
    const given = field.currency ?? "";
    problems.add("entry_currency", field.line, isCurrency(given) ? given : given.slice(0, 3));
    return undefined;
  }
  const amount = readAmount(field.text, currency);
  if (typeof amount === "string" || amount === 0n) {
    problems.add(amount === 0n ? "bad_amount" : amount, field.line, field.text);
    return undefined;
  }
  return amount;
}

function dayOf(raw: RawFields, name: string, { problems }: Terms): string | undefined {
  const field = raw.fields.get(`${name}/Dt`) ?? raw.fields.get(`${name}/DtTm`);
  const day = field === undefined ? undefined : readDay(field.text);
  if (field !== undefined && day === undefined) {
    problems.add("bad_date", field.line, field.text);
  }
  return day;
}

function referenceOf(raw: RawFields, path: string, { problems }: Terms): string | undefined {
  const field = raw.fields.get(path);
  if (field === undefined) {
    return undefined;
  }
  if (!isReference(field.text)) {
    problems.add("bad_reference", field.line, field.text);
    return undefined;
  }
  return isNoReference(field.text) ? undefined : field.text;
}

/** Reads an entry. Problems are recorded, and an entry with one yields nothing. */
export function eventOfEntry(raw: RawEntry, terms: Terms): StatementEvent | undefined {
  const { problems } = terms;
  const amountMinor = amountOf(raw, ["Amt"], terms);
  if (!raw.fields.has("Amt")) {
    problems.add("missing", raw.line, "Amt");
  }
  const direction = codeOf(raw, "CdtDbtInd", ["CRDT", "DBIT"], terms);
  const statusPath = raw.fields.has("Sts/Cd") ? "Sts/Cd" : "Sts";
  const status = codeOf(raw, statusPath, STATUSES, terms);
  if (status === undefined || direction === undefined || amountMinor === undefined) {
    return undefined;
  }
  if (status !== "BOOK") {
    return { type: "pending", isCredit: direction === "CRDT", amountMinor };
  }
  const entry = bookedEntry(raw, { ...terms, amountMinor, isCredit: direction === "CRDT" });
  return entry === undefined ? undefined : { type: "entry", entry };
}

interface BookedTerms extends Terms {
  readonly amountMinor: bigint;
  readonly isCredit: boolean;
}

function bookedEntry(raw: RawEntry, terms: BookedTerms): BookedEntry | undefined {
  const { problems, amountMinor, isCredit } = terms;
  const bookedOn = dayOf(raw, "BookgDt", terms);
  const reversal = raw.fields.get("RvslInd");
  if (reversal !== undefined && !/^(true|false|1|0)$/.test(reversal.text)) {
    problems.add("bad_code", reversal.line, `RvslInd: ${reversal.text}`);
  }
  const servicer = referenceOf(raw, "AcctSvcrRef", terms);
  const own = referenceOf(raw, "NtryRef", terms);
  if (bookedOn === undefined) {
    problems.add("missing", raw.line, "BookgDt");
    return undefined;
  }
  if (servicer === undefined && own === undefined) {
    problems.add("no_entry_reference", raw.line);
    return undefined;
  }
  const isReversal = reversal?.text === "true" || reversal?.text === "1";
  const common = {
    line: raw.line,
    key: servicer === undefined ? `E:${bookedOn}:${own}` : `S:${servicer}`,
    isCredit,
    isReversal,
    bookedOn,
    valuedOn: dayOf(raw, "ValDt", terms) ?? null,
  };
  const parts = partsOf(raw, terms);
  const details = parts ?? [onlyTransaction(raw, terms)];
  // The parties of a reversal are those of the transaction that it takes back.
  const party = isCredit === isReversal ? "Cdtr" : "Dbtr";
  return {
    line: raw.line,
    transactions: details.map((transaction, index) => ({
      ...common,
      n: index + 1,
      amountMinor:
        parts === undefined || transaction === undefined
          ? amountMinor
          : (transactionAmount(transaction, terms) ?? 0n),
      ...describe(transaction, raw, party),
    })),
  };
}

const AMOUNTS = ["Amt", "AmtDtls/TxAmt/Amt"];

function transactionAmount(transaction: RawFields, { currency }: Terms): bigint | undefined {
  const field = AMOUNTS.map((path) => transaction.fields.get(path)).find(
    (one) => one !== undefined,
  );
  const amount =
    field?.currency === currency ? readAmount(field.text, currency) : ("bad_amount" as const);
  return typeof amount === "string" || amount === 0n ? undefined : amount;
}

/**
 * Returns an entry's transactions if the bank lists all of them with their amounts. Otherwise the
 * entry stays whole, and an operator decides about it.
 */
function partsOf(raw: RawEntry, terms: BookedTerms): readonly RawFields[] | undefined {
  const { transactions } = raw;
  if (transactions.length < 2) {
    return undefined;
  }
  const amounts = transactions.map((one) => transactionAmount(one, terms));
  const direction = terms.isCredit ? "CRDT" : "DBIT";
  const isSame = transactions.every(
    ({ fields }) => (fields.get("CdtDbtInd")?.text ?? direction) === direction,
  );
  const sum = amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n);
  const isWhole = amounts.every((amount) => amount !== undefined) && sum === terms.amountMinor;
  return isSame && isWhole ? transactions : undefined;
}

/**
 * Returns an entry's only transaction. Undefined if the bank booked more than it, so that nobody is
 * credited with the money of others.
 */
function onlyTransaction(raw: RawEntry, terms: BookedTerms): RawFields | undefined {
  const [transaction, ...others] = raw.transactions;
  if (transaction === undefined || others.length > 0 || raw.batched > 1) {
    return undefined;
  }
  const amount = transactionAmount(transaction, terms);
  const direction = transaction.fields.get("CdtDbtInd")?.text;
  const isOther = direction !== undefined && (direction === "CRDT") !== terms.isCredit;
  const isPart = amount !== undefined && amount < terms.amountMinor;
  return isOther || isPart ? undefined : transaction;
}

type Description = Pick<
  StatementEntry,
  "endToEndId" | "transactionIds" | "references" | "remittance" | "partyName" | "partyAccount"
>;

function describe(
  transaction: RawFields | undefined,
  entry: RawEntry,
  role: "Cdtr" | "Dbtr",
): Description {
  if (transaction === undefined) {
    // The bank's note about several transactions may quote the reference of one of them.
    const isOne = entry.transactions.length === 0 && entry.batched <= 1;
    const note = isOne ? entry.fields.get("AddtlNtryInf")?.text : undefined;
    const remittance = remittanceOf([note ?? ""]);
    const none = { endToEndId: null, partyName: null, partyAccount: null };
    return { ...none, transactionIds: [], references: [], remittance };
  }
  const { fields, references, remittance } = transaction;
  const text = (path: string) => fields.get(path)?.text;
  const party = `RltdPties/${role}`;
  const account = text(`${party}Acct/Id/IBAN`) ?? text(`${party}Acct/Id/Othr/Id`);
  return {
    endToEndId: transactionId(text("Refs/EndToEndId")),
    transactionIds: TRANSACTION_IDS.flatMap((path) => transactionId(text(path), 36) ?? []),
    references: references.flatMap((one) => plainText(one, MAX_REFERENCE) ?? []),
    remittance: remittanceOf(remittance),
    partyName: plainText(text(`${party}/Nm`) ?? text(`${party}/Pty/Nm`)),
    partyAccount: partyAccountOf(account),
  };
}
