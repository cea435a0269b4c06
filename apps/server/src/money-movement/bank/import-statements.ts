import { formatAmount } from "@tessera/money";
import {
  type CheckedEvent,
  readStatements,
  type StatementFormat,
} from "../../adapters/bank-statements/read-statement.ts";
import type { StatementEntry, StatementHeader } from "../../adapters/bank-statements/statement.ts";
import { StatementProblems } from "../../adapters/bank-statements/statement-problem.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { newId, wireId } from "../../platform/ids.ts";
import type { AccountRow } from "./bank.tables.ts";
import { currencyByAccount } from "./bank-accounts.ts";
import { statementMovement } from "./bank-movements.ts";
import { postBankMovement } from "./post-bank-movement.ts";
import {
  insertBankAccount,
  insertEntries,
  insertStatement,
  lockBankAccount,
  type NewEntry,
  selectKnownEntries,
  updateBankAccount,
} from "./statements.repository.ts";

/** Who imports a file, for the audit log. */
export interface ImportedBy {
  readonly actor: string;
  readonly requestId: string | null;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** What became of a statement of a file. */
export interface ImportedStatement {
  /** UUID; null if everything in the statement had been imported before. */
  readonly id: string | null;
  readonly account: string;
  readonly statementId: string;
  /** The number of transactions that were added, known before, and not booked yet. */
  readonly added: number;
  readonly known: number;
  readonly pending: number;
}

/** The number of transactions that are stored with one statement. */
const BATCH = 500;

/**
 * Imports the statements in a file: all of them, or none if anything is wrong. Transactions that an
 * earlier statement had are not imported again, so repeating a file changes nothing. Afterwards,
 * what came in is in `suspense`, and `allocateEntries` credits it.
 *
 * @param open opens the file from its beginning; called again if the transaction has to be repeated
 * @param onProgress called with the number of transactions read so far
 * @throws StatementError listing what is wrong, by line; Refusal `not_offered`
 */
export async function importStatements(
  context: AppContext,
  open: () => AsyncIterable<Uint8Array>,
  { by, onProgress }: { readonly by: ImportedBy; onProgress?: (entries: number) => void },
): Promise<ImportedStatement[]> {
  const accounts = currencyByAccount(context);
  const today = dayIn(context.clock.now(), context.config.timeZone);
  return inTransaction(context.db, async (tx) => {
    const problems = new StatementProblems();
    const imports: StatementImport[] = [];
    let current: StatementImport | undefined;
    let read = 0;
    for await (const event of readStatements(open(), { accounts, today })) {
      if (event.type === "statement") {
        current = new StatementImport(context, tx, { event, by, problems });
        imports.push(current);
      }
      read += event.type === "entry" ? event.entry.transactions.length : 0;
      await current?.take(event);
      onProgress?.(read);
    }
    problems.require();
    return imports.map((one) => one.result());
  });
}

/** Returns the day at a time in a time zone, such as `2026-11-27`. */
function dayIn(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(at);
}

interface Begin {
  readonly event: Extract<CheckedEvent, { type: "statement" }>;
  readonly by: ImportedBy;
  readonly problems: StatementProblems;
}

/** One statement on its way into the database. */
class StatementImport {
  readonly #context: AppContext;
  readonly #tx: Tx;
  readonly #by: ImportedBy;
  readonly #problems: StatementProblems;
  readonly #header: StatementHeader;
  readonly #format: StatementFormat;
  readonly #id: string;
  readonly #at: Date;
  #account: AccountRow | undefined;
  #isFirst = false;
  #waiting: StatementEntry[] = [];
  #added = 0;
  #known = 0;
  #pending = 0;
  #knownMinor = 0n;
  #creditsMinor = 0n;
  #debitsMinor = 0n;
  #isStored = false;

  constructor(context: AppContext, tx: Tx, { event, by, problems }: Begin) {
    this.#context = context;
    this.#tx = tx;
    this.#by = by;
    this.#problems = problems;
    this.#header = event.header;
    this.#format = event.format;
    this.#at = context.clock.now();
    this.#id = newId(this.#at);
  }

  result(): ImportedStatement {
    const { account, statementId } = this.#header;
    return {
      id: this.#isStored ? this.#id : null,
      account,
      statementId,
      added: this.#added,
      known: this.#known,
      pending: this.#pending,
    };
  }

  /** Takes the next event of the file. A file with a problem is read to its end and not stored. */
  async take(event: CheckedEvent): Promise<void> {
    if (event.type === "statement") {
      await this.#begin();
    } else if (event.type === "entry") {
      this.#waiting.push(...event.entry.transactions);
      if (this.#waiting.length >= BATCH) {
        await this.#flush();
      }
    } else if (event.type === "pending") {
      this.#pending += 1;
    } else {
      await this.#flush();
      await this.#end();
    }
  }

  async #begin(): Promise<void> {
    const { account, currency, openingMinor, closingOn } = this.#header;
    if (!currencyByAccount(this.#context).has(account)) {
      return;
    }
    this.#account = await lockBankAccount(this.#tx, account);
    if (this.#account !== undefined) {
      return;
    }
    this.#isFirst = await insertBankAccount(this.#tx, {
      account,
      currency,
      opening_minor: openingMinor,
      closing_minor: openingMinor,
      closing_on: closingOn,
      imported_at: this.#at,
    });
    this.#account = await lockBankAccount(this.#tx, account);
  }

  /** Stores the transactions read so far that are new, and compares the others. */
  async #flush(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    if (rows.length === 0 || this.#account === undefined) {
      return;
    }
    const { account, currency } = this.#header;
    const of = { statementId: this.#id, account, currency, at: this.#at };
    const inserted = await insertEntries(
      this.#tx,
      of,
      rows.map((row) => newEntry(row, this.#at)),
    );
    const isNew = new Set(inserted.map(({ entry_key: key, n }) => `${n} ${key}`));
    const repeated: StatementEntry[] = [];
    for (const row of rows) {
      if (!isNew.has(`${row.n} ${row.key}`)) {
        repeated.push(row);
      } else if (row.isCredit) {
        this.#creditsMinor += row.amountMinor;
      } else {
        this.#debitsMinor += row.amountMinor;
      }
    }
    this.#added += inserted.length;
    await this.#compare(repeated);
  }

  async #compare(repeated: readonly StatementEntry[]): Promise<void> {
    if (repeated.length === 0) {
      return;
    }
    const keys = repeated.map(({ key }) => key);
    const stored = await selectKnownEntries(this.#tx, this.#header.account, keys);
    const byKey = new Map(stored.map((row) => [`${row.n} ${row.entry_key}`, row]));
    for (const row of repeated) {
      const known = byKey.get(`${row.n} ${row.key}`);
      const isSame =
        known?.amount_minor === row.amountMinor &&
        known.is_credit === row.isCredit &&
        known.booked_on === row.bookedOn;
      if (!isSame) {
        this.#problems.add("changed_entry", row.line, row.key.slice(2));
      }
      this.#known += 1;
      this.#knownMinor += row.isCredit ? row.amountMinor : -row.amountMinor;
    }
  }

  /**
   * Checks that the statement continues the last one, and stores it. Without the transactions that
   * an earlier statement had, its opening balance must be the last closing balance.
   */
  async #end(): Promise<void> {
    const account = this.#account;
    if (account === undefined) {
      return;
    }
    const { line, currency, openingMinor, closingMinor, closingOn } = this.#header;
    const isRepeat = this.#added === 0 && this.#known > 0;
    const gapMinor = openingMinor + this.#knownMinor - account.closing_minor;
    if (isRepeat) {
      return;
    }
    if (gapMinor !== 0n) {
      this.#problems.add("gap", line, formatAmount(gapMinor, currency));
      return;
    }
    if (closingOn < account.closing_on) {
      this.#problems.add("older_statement", line, closingOn);
      return;
    }
    await this.#store(account);
    await updateBankAccount(this.#tx, account.account, {
      closing_minor: closingMinor,
      closing_on: closingOn,
      imported_at: this.#at,
    });
  }

  async #store(account: AccountRow): Promise<void> {
    const { currency, statementId, openingMinor, closingMinor, closingOn } = this.#header;
    const movement = statementMovement(
      {
        statementId: this.#id,
        currency,
        openingMinor: this.#isFirst ? openingMinor : 0n,
        creditsMinor: this.#creditsMinor,
        debitsMinor: this.#debitsMinor,
      },
      this.#at,
    );
    if (movement !== undefined) {
      await postBankMovement(this.#context, this.#tx, movement);
    }
    await insertStatement(this.#tx, {
      id: this.#id,
      account: account.account,
      currency,
      format: this.#format,
      statement_id: statementId,
      opening_minor: openingMinor,
      closing_minor: closingMinor,
      closing_on: closingOn,
      added: this.#added,
      known: this.#known,
      pending: this.#pending,
      credits_minor: this.#creditsMinor,
      debits_minor: this.#debitsMinor,
      movement_id: movement?.id ?? null,
      imported_at: this.#at,
      imported_by: this.#by.actor,
    });
    this.#isStored = true;
    await this.#audit(statementId);
  }

  async #audit(statementId: string): Promise<void> {
    const { actor, requestId, data } = this.#by;
    await this.#context.ledger.appendAudit({ kysely: this.#tx }, [
      {
        action: "bank.import",
        actor,
        customerId: null,
        object: wireId("bst", this.#id),
        outcome: "ok",
        requestId,
        data: { ...data, statementId, entries: this.#added },
      },
    ]);
  }
}

function newEntry(entry: StatementEntry, at: Date): NewEntry {
  return {
    id: newId(at),
    entry_key: entry.key,
    n: entry.n,
    amount_minor: String(entry.amountMinor),
    is_credit: entry.isCredit,
    is_reversal: entry.isReversal,
    booked_on: entry.bookedOn,
    valued_on: entry.valuedOn,
    end_to_end_id: entry.endToEndId,
    transaction_ids: entry.transactionIds,
    creditor_references: entry.references,
    remittance: entry.remittance,
    party_name: entry.partyName,
    party_account: entry.partyAccount,
  };
}
