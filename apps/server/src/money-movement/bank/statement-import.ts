import { databaseErrorKind } from "@tessera/database";
import { formatAmount } from "@tessera/money";
import type {
  CheckedEvent,
  StatementFormat,
} from "../../adapters/bank-statements/read-statement.ts";
import type { StatementEntry, StatementHeader } from "../../adapters/bank-statements/statement.ts";
import type { StatementProblems } from "../../adapters/bank-statements/statement-problem.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { newId, numberedId, wireId } from "../../platform/ids.ts";
import type { AccountRow } from "./bank.tables.ts";
import { currencyByAccount } from "./bank-accounts.ts";
import { statementMovement } from "./bank-movements.ts";
import { postBankMovement } from "./post-bank-movement.ts";
import {
  insertBankAccount,
  insertEntries,
  insertStatement,
  type KnownEntry,
  limitLockWait,
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

interface Begin {
  readonly event: Extract<CheckedEvent, { type: "statement" }>;
  readonly by: ImportedBy;
  readonly problems: StatementProblems;
}

/** One statement on its way into the database. */
export class StatementImport {
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
  /** The batch that is being stored while the next one is read. */
  #storing: Promise<void> = Promise.resolve();
  #number = 0;
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
      await this.#storing;
      await this.#end();
    }
  }

  /** Waits for the batch that is being stored, whether it succeeds or fails. */
  async settled(): Promise<void> {
    await this.#storing.catch(() => undefined);
  }

  /** Begins to store the transactions read so far, after the batch before them. */
  async #flush(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    await this.#storing;
    this.#storing = this.#storeEntries(rows);
    // Its error is thrown where the next step awaits it.
    this.#storing.catch(() => undefined);
  }

  async #begin(): Promise<void> {
    if (!currencyByAccount(this.#context).has(this.#header.account)) {
      return;
    }
    try {
      await this.#lockAccount();
    } catch (error) {
      if (databaseErrorKind(error) === "lock_timeout") {
        this.#problems.stop("busy_account", this.#header.line, this.#header.account);
      }
      throw error;
    }
  }

  /** Locks the account, which waits for another import of it, but not for long. */
  async #lockAccount(): Promise<void> {
    const { account, currency, openingMinor, closingOn } = this.#header;
    await limitLockWait(this.#tx);
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

  /** Returns a transaction as it is stored, with an id that sorts like its place in the file. */
  #numbered(row: StatementEntry): NewEntry {
    this.#number += 1;
    return newEntry(row, numberedId(this.#at, this.#number));
  }

  /** Stores the transactions that are new, and compares the others. */
  async #storeEntries(rows: readonly StatementEntry[]): Promise<void> {
    if (rows.length === 0 || this.#account === undefined) {
      return;
    }
    const { account, currency } = this.#header;
    const of = { statementId: this.#id, account, currency, at: this.#at };
    const inserted = await insertEntries(
      this.#tx,
      of,
      rows.map((row) => this.#numbered(row)),
    );
    const repeated = inserted === rows.length ? new Set() : await this.#compare(rows);
    for (const row of rows) {
      if (repeated.has(row)) {
        this.#known += 1;
        this.#knownMinor += row.isCredit ? row.amountMinor : -row.amountMinor;
      } else if (row.isCredit) {
        this.#creditsMinor += row.amountMinor;
      } else {
        this.#debitsMinor += row.amountMinor;
      }
    }
    this.#added += inserted;
  }

  /**
   * Compares transactions with those that earlier statements had. An entry must have the same ones,
   * no fewer and no more.
   *
   * @returns those that are known
   */
  async #compare(rows: readonly StatementEntry[]): Promise<ReadonlySet<StatementEntry>> {
    const keys = rows.map(({ key }) => key);
    const stored = await selectKnownEntries(this.#tx, this.#header.account, {
      keys,
      butOf: this.#id,
    });
    const byKey = Map.groupBy(stored, (row) => row.entry_key);
    const repeated = new Set<StatementEntry>();
    for (const [key, read] of Map.groupBy(rows, (row) => row.key)) {
      const known = byKey.get(key) ?? [];
      if (known.length > 0 && (known.length !== read.length || !isSame(read, known))) {
        this.#problems.add("changed_entry", read[0]?.line ?? 0, key.slice(2));
      }
      for (const row of read.filter(({ n }) => known.some((one) => one.n === n))) {
        repeated.add(row);
      }
    }
    return repeated;
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

/** Returns whether all transactions of an entry have the amounts and days that are stored. */
function isSame(read: readonly StatementEntry[], known: readonly KnownEntry[]): boolean {
  const byNumber = new Map(known.map((row) => [row.n, row]));
  return read.every(({ n, amountMinor, isCredit, bookedOn }) => {
    const row = byNumber.get(n);
    return (
      row?.amount_minor === amountMinor && row.is_credit === isCredit && row.booked_on === bookedOn
    );
  });
}

function newEntry(entry: StatementEntry, id: string): NewEntry {
  return {
    id,
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
