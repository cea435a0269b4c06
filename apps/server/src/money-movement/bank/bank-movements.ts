import { houseAccount, type Leg, type Movement } from "@tessera/ledger";
import { type CurrencyCode, lesser, MAX_AMOUNT_MINOR } from "@tessera/money";
import type { Decider } from "../../back-office/cases/index.ts";
import { newId, PROGRAM_ID, wireId } from "../../platform/ids.ts";
import type { EntryRow } from "./bank.tables.ts";

const UNMOVED = { cardId: null, feeMinor: 0n, title: "", clientKey: null } as const;

/** Splits an amount that may exceed the largest transfer. */
function transfers(debit: bigint, credit: bigint, amountMinor: bigint): Leg[] {
  const legs: Leg[] = [];
  for (let left = amountMinor; left > 0n; left -= lesser(left, MAX_AMOUNT_MINOR)) {
    const part = lesser(left, MAX_AMOUNT_MINOR);
    legs.push({ type: "transfer", debit, credit, amountMinor: part });
  }
  return legs;
}

export interface StatementSums {
  readonly statementId: string;
  readonly currency: CurrencyCode;
  /** The balance before the account's first statement; zero for every later one. */
  readonly openingMinor: bigint;
  readonly creditsMinor: bigint;
  readonly debitsMinor: bigint;
}

/**
 * Builds the movement that takes a statement into the ledger: what came in is debited to
 * `bank_clearing` and waits in `suspense`, and what went out the other way. Undefined if nothing
 * moved. From then on, `bank_clearing` is the bank's closing balance with the opposite sign.
 */
export function statementMovement(sums: StatementSums, at: Date): Movement | undefined {
  const { currency, openingMinor, creditsMinor, debitsMinor } = sums;
  const bank = houseAccount("bank_clearing", currency);
  const suspense = houseAccount("suspense", currency);
  const openingCredit = openingMinor > 0n ? openingMinor : 0n;
  const openingDebit = openingMinor < 0n ? -openingMinor : 0n;
  const legs = [
    ...transfers(bank, suspense, openingCredit),
    ...transfers(suspense, bank, openingDebit),
    ...transfers(bank, suspense, creditsMinor),
    ...transfers(suspense, bank, debitsMinor),
  ];
  if (legs.length === 0) {
    return undefined;
  }
  return {
    ...UNMOVED,
    id: newId(at),
    customerId: PROGRAM_ID,
    kind: "bank_statement",
    parentId: null,
    status: "completed",
    currency,
    amountMinor: creditsMinor - debitsMinor,
    data: { statementId: wireId("bst", sums.statementId) },
    eventAt: at,
    legs,
  };
}

export interface CreditTerms {
  readonly entry: EntryRow;
  readonly customerId: string;
  readonly account: bigint;
  readonly at: Date;
  /** The operator who decided, for the audit log; absent if the reference did. */
  readonly decidedBy?: Decider;
}

const EVENTS = [
  { topic: "wallet", body: {} },
  { topic: "bills", body: {} },
] as const;

/** Returns who acts when a statement decides by itself, for the audit log: the bank's account. */
function actorOf({ account }: EntryRow): string {
  return `bank:${account}`;
}

/** Builds the movement that credits a customer with a bank transfer, out of `suspense`. */
export function creditMovement(terms: CreditTerms): Movement {
  const { entry, customerId, account, at, decidedBy } = terms;
  const { currency, amount_minor: amountMinor } = entry;
  return {
    ...UNMOVED,
    id: newId(at),
    customerId,
    kind: "deposit",
    parentId: null,
    status: "completed",
    currency,
    amountMinor,
    // The payer's name stays in the entry, which can be erased. This cannot.
    data: { source: "bank", entryId: wireId("ben", entry.id) },
    eventAt: at,
    legs: [
      { type: "transfer", debit: houseAccount("suspense", currency), credit: account, amountMinor },
    ],
    events: EVENTS,
    audit: [
      {
        action: "bank.credited",
        actor: decidedBy?.actor ?? actorOf(entry),
        customerId,
        object: wireId("ben", entry.id),
        outcome: "ok",
        requestId: decidedBy?.requestId ?? null,
        // Only fields that identify nobody: sealing others would need each customer's key.
        data: { account: entry.account, ...(decidedBy && { role: decidedBy.role }) },
      },
    ],
  };
}

export interface ReversalTerms {
  /** The debit by which the bank took the money back. */
  readonly debit: EntryRow;
  readonly customerId: string;
  readonly account: bigint;
  readonly receivable: bigint;
  /** The movement that had credited the customer. */
  readonly creditId: string;
  readonly at: Date;
}

/**
 * Builds the step that takes a credit back from the customer. What has been spent becomes a debt on
 * the customer's receivable.
 */
export function reversalMovement(terms: ReversalTerms): Movement {
  const { debit, customerId, account, receivable, creditId, at } = terms;
  const { currency, amount_minor: amountMinor } = debit;
  return {
    ...UNMOVED,
    id: newId(at),
    customerId,
    kind: "reversal",
    parentId: creditId,
    status: "completed",
    currency,
    amountMinor: -amountMinor,
    data: { source: "bank", entryId: wireId("ben", debit.id) },
    eventAt: at,
    legs: [
      {
        type: "forced",
        debit: account,
        credit: houseAccount("suspense", currency),
        amountMinor,
        shortfallFrom: receivable,
      },
    ],
    statusChanges: [{ movementId: creditId, status: "cancelled" }],
    events: EVENTS,
    audit: [
      {
        action: "bank.reversed",
        actor: actorOf(debit),
        customerId,
        object: wireId("ben", debit.id),
        outcome: "ok",
        requestId: null,
        data: { bookedOn: debit.booked_on },
      },
    ],
  };
}
