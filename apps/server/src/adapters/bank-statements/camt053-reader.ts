import {
  eventOfEntry,
  MAX_TRANSACTIONS,
  type RawEntry,
  type RawFields,
  rawFields,
} from "./camt-entry.ts";
import { BALANCE_FIELDS, headerOf, STATEMENT_FIELDS } from "./camt-header.ts";
import { SequenceCheck } from "./camt-structure.ts";
import type { StatementEvent, StatementHeader } from "./statement.ts";
import type { StatementProblems } from "./statement-problem.ts";
import { type ClosedElement, type OpenedElement, XmlReader, type XmlTarget } from "./xml-reader.ts";

/** Versions 02 to 14 of the ISO 20022 message for statements. */
const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(0[2-9]|1[0-4])$/;
const STATEMENT = "Document/BkToCstmrStmt/Stmt";
const BALANCE = `${STATEMENT}/Bal`;
const ENTRY = `${STATEMENT}/Ntry`;
const TRANSACTION = `${ENTRY}/NtryDtls/TxDtls`;

/** The fields that are read, by their path inside their element. */
const ENTRY_FIELDS = new Set([
  ...["NtryRef", "Amt", "CdtDbtInd", "RvslInd", "Sts", "Sts/Cd", "AcctSvcrRef", "AddtlNtryInf"],
  ...["BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm"],
]);
const PARTY_FIELDS = ["Dbtr", "Cdtr"].flatMap((party) =>
  ["/Nm", "/Pty/Nm", "Acct/Id/IBAN", "Acct/Id/Othr/Id"].map((end) => `RltdPties/${party}${end}`),
);
const TRANSACTION_FIELDS = new Set([
  ...["Refs/EndToEndId", "Refs/TxId", "Refs/InstrId", "Refs/AcctSvcrRef", "Refs/UETR"],
  ...["Amt", "CdtDbtInd", "AmtDtls/TxAmt/Amt", ...PARTY_FIELDS],
]);
const REMITTANCE = "RmtInf/Ustrd";
const REFERENCE = "RmtInf/Strd/CdtrRefInf/Ref";
const BATCH_COUNT = "NtryDtls/Btch/NbOfTxs";
/** The most balances of a statement. Banks list a handful. */
const MAX_BALANCES = 100;

/** Reads a camt.053 message into events, in the order of the file. */
class CamtTarget implements XmlTarget {
  /** Events that have been read and not taken yet. */
  events: StatementEvent[] = [];
  readonly #problems: StatementProblems;
  readonly #sequence: SequenceCheck;
  #statement: RawFields | undefined;
  #header: StatementHeader | undefined;
  #balances: RawFields[] = [];
  #entry: RawEntry | undefined;
  #transaction: RawFields | undefined;

  constructor(problems: StatementProblems) {
    this.#problems = problems;
    this.#sequence = new SequenceCheck(problems);
  }

  root(name: string, namespace: string, line: number): void {
    if (name !== "Document" || !NAMESPACE.test(namespace)) {
      this.#problems.stop("not_camt053", line, namespace || name);
    }
  }

  opened(element: OpenedElement): void {
    this.#sequence.opened(element);
    const { path, line } = element;
    if (path === ENTRY) {
      this.#begin();
      this.#entry = { ...rawFields(line), transactions: [], batched: 0 };
    } else if (path === TRANSACTION) {
      this.#transaction = rawFields(line);
    } else if (path === STATEMENT) {
      this.#statement = rawFields(line);
      this.#header = undefined;
      this.#balances = [];
    } else if (path === BALANCE) {
      if (this.#balances.length >= MAX_BALANCES) {
        this.#problems.stop("too_long", line, "Bal");
      }
      this.#balances.push(rawFields(line));
    }
  }

  closed(element: ClosedElement): void {
    const { path } = element;
    if (this.#transaction !== undefined) {
      this.#closedInTransaction(this.#transaction, element);
    } else if (this.#entry !== undefined) {
      this.#closedInEntry(this.#entry, element);
    } else if (path.startsWith(`${BALANCE}/`)) {
      this.#set(this.#balances.at(-1), BALANCE_FIELDS, path.slice(BALANCE.length + 1), element);
    } else if (path.startsWith(`${STATEMENT}/`)) {
      this.#set(this.#statement, STATEMENT_FIELDS, path.slice(STATEMENT.length + 1), element);
    } else if (path === STATEMENT) {
      this.#begin();
      this.events.push({ type: "end" });
    }
  }

  /** Keeps a field that is read. A second account or balance would leave open which one counts. */
  #set(
    raw: RawFields | undefined,
    read: ReadonlySet<string>,
    inside: string,
    element: ClosedElement,
  ): void {
    if (raw === undefined || !read.has(inside)) {
      return;
    }
    if (raw.fields.has(inside)) {
      this.#problems.stop("wrong_order", element.line, inside);
    }
    raw.fields.set(inside, element);
  }

  /** Reads what the statement says about itself, once, before its first entry. */
  #begin(): StatementHeader {
    if (this.#header === undefined) {
      const statement = this.#statement ?? rawFields(0);
      const header = headerOf(statement, this.#balances, this.#problems);
      this.#header = header;
      this.events.push({ type: "statement", header });
    }
    return this.#header;
  }

  #closedInEntry(entry: RawEntry, element: ClosedElement): void {
    if (element.path === ENTRY) {
      const { currency } = this.#begin();
      const event = eventOfEntry(entry, { currency, problems: this.#problems });
      if (event !== undefined) {
        this.events.push(event);
      }
      this.#entry = undefined;
      return;
    }
    const inside = element.path.slice(ENTRY.length + 1);
    if (inside === BATCH_COUNT) {
      entry.batched += /^\d{1,15}$/.test(element.text) ? Number(element.text) : 0;
    } else if (ENTRY_FIELDS.has(inside) && (inside !== "Sts" || element.text !== "")) {
      entry.fields.set(inside, element);
    }
  }

  #closedInTransaction(transaction: RawFields, element: ClosedElement): void {
    if (element.path === TRANSACTION) {
      const list = this.#entry?.transactions ?? [];
      if (list.length >= MAX_TRANSACTIONS) {
        this.#problems.stop("too_long", element.line, "TxDtls");
      }
      list.push(transaction);
      this.#transaction = undefined;
      return;
    }
    const inside = element.path.slice(TRANSACTION.length + 1);
    if (inside === REMITTANCE) {
      push(transaction.remittance, element.text);
    } else if (inside === REFERENCE) {
      push(transaction.references, element.text);
    } else if (TRANSACTION_FIELDS.has(inside)) {
      transaction.fields.set(inside, element);
    }
  }
}

/** The most lines of one field that are read. */
const MAX_LINES = 50;

function push(list: string[], text: string): void {
  if (list.length < MAX_LINES) {
    list.push(text);
  }
}

/**
 * Reads a camt.053 message, versions 02 to 14, as a stream.
 *
 * @throws StatementError for a file that cannot be read on; other problems are only recorded
 */
export async function* readCamt053(
  text: AsyncIterable<string>,
  problems: StatementProblems,
): AsyncGenerator<StatementEvent> {
  const target = new CamtTarget(problems);
  const reader = new XmlReader(target, problems);
  for await (const piece of text) {
    reader.write(piece);
    const { events } = target;
    target.events = [];
    yield* events;
  }
  reader.close();
  yield* target.events;
}
