import type { CurrencyCode } from "@tessera/money";

/** What a statement says about the account before its entries. */
export interface StatementHeader {
  /** The line of the file where the statement begins. */
  readonly line: number;
  /** IBAN or account number, without spaces, in upper case. */
  readonly account: string;
  readonly currency: CurrencyCode;
  /** The bank's name for this statement. */
  readonly statementId: string;
  /** Booked balances in minor units; negative for an overdraft. */
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
  /** The day of the closing balance, such as `2026-11-27`. */
  readonly closingOn: string;
  readonly sums: StatementSums;
}

/** The sums that a statement names, each undefined if it does not. Counts and minor units. */
export interface StatementSums {
  readonly entries?: number;
  readonly creditEntries?: number;
  readonly debitEntries?: number;
  readonly creditMinor?: bigint;
  readonly debitMinor?: bigint;
}

/** A transaction of an entry: a whole entry, or one of several that the bank booked together. */
export interface StatementEntry {
  readonly line: number;
  /** Identifies the entry among all entries of its account. */
  readonly key: string;
  /** Numbers the transactions of an entry from 1. */
  readonly n: number;
  /** Positive, in minor units of the account's currency. */
  readonly amountMinor: bigint;
  readonly isCredit: boolean;
  /** Whether the bank takes back an earlier entry. */
  readonly isReversal: boolean;
  readonly bookedOn: string;
  readonly valuedOn: string | null;
  /** What the payer's bank calls the transaction, end to end; null if the payer gave nothing. */
  readonly endToEndId: string | null;
  /** The transaction's other ids at the banks, with which a reversal names it. */
  readonly transactionIds: readonly string[];
  /** Creditor references in their own field. */
  readonly references: readonly string[];
  /** What the payer wrote. */
  readonly remittance: string;
  /** The other party: the payer of a credit, the payee of a debit. */
  readonly partyName: string | null;
  readonly partyAccount: string | null;
}

/** An entry as the file has it, with all of its transactions. */
export interface BookedEntry {
  readonly line: number;
  readonly transactions: readonly StatementEntry[];
}

/** What a reader finds in a file, in order. */
export type StatementEvent =
  | { readonly type: "statement"; readonly header: StatementHeader }
  | { readonly type: "entry"; readonly entry: BookedEntry }
  /** An entry that the bank expects and has not booked. */
  | { readonly type: "pending"; readonly isCredit: boolean; readonly amountMinor: bigint }
  | { readonly type: "end" };
