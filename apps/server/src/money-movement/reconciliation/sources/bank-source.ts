import type { BreakReason } from "@tessera/contract/money-movement/reconciliation.schemas";
import { bankAccountsOfCell } from "../../../platform/config/bank-settings.ts";
import type { AppContext } from "../../../platform/context.ts";
import { firstIdAt, timeOfId, wireId } from "../../../platform/ids.ts";
import type { Group, Line } from "../find-break.policy.ts";
import type { Period, ReconciliationSource } from "../reconciliation-source.ts";
import {
  type EntryPair,
  type Place,
  type StatementPair,
  type StrayMovement,
  type StrayStatement,
  selectEntryPairs,
  selectStatementPairs,
  selectStrayMovements,
  selectStrayStatements,
} from "./bank-lines.repository.ts";
import { inPages, PAGE } from "./in-pages.ts";

const HOUR_MS = 3_600_000;

/** Why the ledger has no counterpart of a transaction, by the transaction's state. */
const REASONS: Readonly<Partial<Record<string, BreakReason>>> = {
  waiting: "waiting",
  reviewing: "reviewing",
  unmatched: "unmatched",
  returning: "returning",
  outflow: "outflow",
};

function ledgerLine(
  { currency }: { readonly currency: string },
  movementId: string | null,
  amountMinor: bigint | null,
  at: Date | null,
): Line[] {
  return movementId === null || at === null
    ? []
    : [{ ref: wireId("mov", movementId), asset: currency, amountMinor: amountMinor ?? 0n, at }];
}

function entryLine(id: string, currency: string, amountMinor: bigint, state?: string): Line {
  const reason = state === undefined ? undefined : REASONS[state];
  return {
    ref: wireId("ben", id),
    asset: currency,
    amountMinor,
    at: timeOfId(id),
    ...(reason !== undefined && { reason }),
  };
}

function entryGroup(row: EntryPair): Group[] {
  const ledger = ledgerLine(row, row.movement_id, row.ledger_minor, row.moved_at);
  if (ledger.length === 0 && REASONS[row.state] === undefined) {
    // Returned or reversed before anybody was credited: two transactions that offset each other.
    return [];
  }
  const state = ledger.length === 0 ? row.state : undefined;
  const line = entryLine(row.id, row.currency, row.outside_minor, state);
  return [{ key: `entry:${row.id}`, ledger, outside: [{ ...line, isTwin: row.is_twin }] }];
}

function strayGroup(row: StrayMovement): Group {
  const own = ledgerLine(row, row.id, row.amount_minor, row.at);
  if (row.entry_id === null || row.entry_minor === null) {
    return { key: `movement:${row.id}`, ledger: own, outside: [] };
  }
  const other = ledgerLine(row, row.other_id, row.other_minor, row.other_at);
  return {
    key: `entry:${row.entry_id}`,
    ledger: [...other, ...own],
    outside: [entryLine(row.entry_id, row.currency, row.entry_minor)],
  };
}

function statementGroup(row: StatementPair): Group[] {
  const ledger = ledgerLine(row, row.movement_id, row.ledger_minor, row.moved_at);
  if (ledger.length === 0 && row.outside_minor === 0n) {
    return [];
  }
  const { id, currency: asset, outside_minor: amountMinor } = row;
  const line = { ref: wireId("bst", id), asset, amountMinor, at: timeOfId(id) };
  return [{ key: `statement:${id}`, ledger, outside: [line] }];
}

function strayStatementGroup(row: StrayStatement): Group {
  const ledger = ledgerLine(row, row.id, row.amount_minor, row.at);
  return { key: `movement:${row.id}`, ledger, outside: [] };
}

async function* groups({ db }: AppContext, { from, to }: Period) {
  const tx = db.kysely;
  const first = firstIdAt(from);
  const before = firstIdAt(new Date(to.getTime() + 1));
  const place = (after: string): Place => ({ after, before, limit: PAGE });
  const idOf = ({ id }: { readonly id: string }) => id;
  for await (const rows of inPages(first, (at) => selectEntryPairs(tx, place(at)), idOf)) {
    yield rows.flatMap(entryGroup);
  }
  for await (const rows of inPages(first, (at) => selectStrayMovements(tx, place(at)), idOf)) {
    yield rows.map(strayGroup);
  }
  for await (const rows of inPages(first, (at) => selectStatementPairs(tx, place(at)), idOf)) {
    yield rows.flatMap(statementGroup);
  }
  for await (const rows of inPages(first, (at) => selectStrayStatements(tx, place(at)), idOf)) {
    yield rows.map(strayStatementGroup);
  }
}

/** Bank statements: their transactions and sums against the movements that they caused. */
export const bankSource: ReconciliationSource = {
  name: "bank",
  patience: { missingAfterMs: HOUR_MS, lateAfterMs: 72 * HOUR_MS },
  providerOf: ({ config }) =>
    bankAccountsOfCell(config).length === 0 ? undefined : "bank statements",
  groups,
};
