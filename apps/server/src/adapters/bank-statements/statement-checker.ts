import { type CurrencyCode, formatAmount, MAX_AMOUNT_MINOR } from "@tessera/money";
import type { BookedEntry, StatementEvent, StatementHeader } from "./statement.ts";
import type { StatementProblems } from "./statement-problem.ts";

/** Which accounts are the program's, by number, with their currency. */
export type KnownAccounts = ReadonlyMap<string, CurrencyCode>;

export interface CheckedBy {
  readonly accounts: KnownAccounts;
  /** The current day of the program, such as `2026-11-27`. No entry can be later. */
  readonly today: string;
}

interface Sums {
  booked: number;
  pending: number;
  creditEntries: number;
  debitEntries: number;
  creditMinor: bigint;
  debitMinor: bigint;
  pendingCredits: number;
  pendingDebits: number;
  pendingCreditMinor: bigint;
  pendingDebitMinor: bigint;
}

const NONE: Sums = {
  booked: 0,
  pending: 0,
  creditEntries: 0,
  debitEntries: 0,
  creditMinor: 0n,
  debitMinor: 0n,
  pendingCredits: 0,
  pendingDebits: 0,
  pendingCreditMinor: 0n,
  pendingDebitMinor: 0n,
};

/**
 * Checks what a file says against itself and against the program's accounts: whose account it is,
 * that the opening balance and the entries give the closing balance, that the sums which the bank
 * names are those of the entries and not larger than the ledger can hold, that no entry is there
 * twice, and that none is dated later than today. Each problem is recorded with its line.
 */
export class StatementChecker {
  readonly #problems: StatementProblems;
  readonly #by: CheckedBy;
  readonly #keys = new Set<string>();
  #header: StatementHeader | undefined;
  #sums: Sums = { ...NONE };
  #statements = 0;

  constructor(problems: StatementProblems, by: CheckedBy) {
    this.#problems = problems;
    this.#by = by;
  }

  /** Checks the next event of a file. */
  take(event: StatementEvent): void {
    switch (event.type) {
      case "statement":
        this.#begin(event.header);
        break;
      case "entry":
        this.#entry(event.entry);
        break;
      case "pending":
        this.#pending(event);
        break;
      case "end":
        this.#end();
        break;
    }
  }

  /** Checks that the file had a statement at all. */
  finish(): void {
    if (this.#statements === 0) {
      this.#problems.add("no_statement", 0);
    }
  }

  #begin(header: StatementHeader): void {
    this.#header = header;
    this.#statements += 1;
    this.#sums = { ...NONE };
    const currency = this.#by.accounts.get(header.account);
    if (currency === undefined) {
      this.#problems.add("unknown_account", header.line, header.account);
    } else if (currency !== header.currency) {
      this.#problems.add("account_currency", header.line, header.currency);
    }
    this.#day(header.closingOn, header.line);
  }

  #day(day: string, line: number): void {
    if (day > this.#by.today) {
      this.#problems.add("future_date", line, day);
    }
  }

  #entry({ line, transactions }: BookedEntry): void {
    const [first] = transactions;
    if (first === undefined || this.#header === undefined) {
      return;
    }
    const key = `${this.#header.account} ${first.key}`;
    if (this.#keys.has(key)) {
      this.#problems.add("duplicate_entry", line, first.key.slice(2));
    }
    this.#keys.add(key);
    this.#day(first.bookedOn, line);
    const sums = this.#sums;
    const total = transactions.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
    sums.booked += 1;
    if (first.isCredit) {
      sums.creditEntries += 1;
      sums.creditMinor += total;
    } else {
      sums.debitEntries += 1;
      sums.debitMinor += total;
    }
  }

  #pending({ isCredit, amountMinor }: Extract<StatementEvent, { type: "pending" }>): void {
    const sums = this.#sums;
    sums.pending += 1;
    if (isCredit) {
      sums.pendingCredits += 1;
      sums.pendingCreditMinor += amountMinor;
    } else {
      sums.pendingDebits += 1;
      sums.pendingDebitMinor += amountMinor;
    }
  }

  #end(): void {
    const header = this.#header;
    if (header === undefined) {
      return;
    }
    const { line, openingMinor, closingMinor, currency } = header;
    const { creditMinor, debitMinor } = this.#sums;
    for (const sum of [creditMinor, debitMinor]) {
      if (sum > MAX_AMOUNT_MINOR) {
        this.#problems.add("amount_out_of_range", line, formatAmount(sum, currency));
      }
    }
    const closes = openingMinor + creditMinor - debitMinor;
    if (closes !== closingMinor) {
      this.#problems.add("unbalanced", line, formatAmount(closes - closingMinor, currency));
    }
    this.#compareSums(header);
  }

  /** A bank may or may not count the entries that it has not booked yet. */
  #compareSums({ line, sums: named }: StatementHeader): void {
    const own = this.#sums;
    const pairs: readonly (readonly [string, unknown, readonly unknown[]])[] = [
      ["TtlNtries", named.entries, [own.booked, own.booked + own.pending]],
      [
        "TtlCdtNtries",
        named.creditEntries,
        [own.creditEntries, own.creditEntries + own.pendingCredits],
      ],
      [
        "TtlDbtNtries",
        named.debitEntries,
        [own.debitEntries, own.debitEntries + own.pendingDebits],
      ],
      [
        "TtlCdtNtries/Sum",
        named.creditMinor,
        [own.creditMinor, own.creditMinor + own.pendingCreditMinor],
      ],
      [
        "TtlDbtNtries/Sum",
        named.debitMinor,
        [own.debitMinor, own.debitMinor + own.pendingDebitMinor],
      ],
    ];
    for (const [name, value, accepted] of pairs) {
      if (value !== undefined && !accepted.includes(value)) {
        this.#problems.add("wrong_sum", line, name);
      }
    }
  }
}
