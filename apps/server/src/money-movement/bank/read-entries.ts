import type {
  BankEntriesQuery,
  BankEntry,
  BankEntryDetail,
} from "@tessera/contract/money-movement/bank.schemas";
import { formatAmount } from "@tessera/money";
import { findUsernames } from "../../identity/people/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId, wireId } from "../../platform/ids.ts";
import { decodeCursor } from "../../platform/paging/cursor.ts";
import { type PlacedPage, placedPage } from "../../platform/paging/pages.ts";
import type { EntryRow } from "./bank.tables.ts";
import { nearReferences } from "./creditor-reference.policy.ts";
import { selectPayers } from "./payers.repository.ts";
import { selectEntries, selectEntry } from "./read-entries.repository.ts";
import { daysApart, namesTrade } from "./trades/trade-match.policy.ts";
import { selectSidesLike, type TradeSide } from "./trades/trade-sides.repository.ts";

/** The number of transactions on a page, unless the caller sets another one. */
export const ENTRIES_LIMIT = 20;

/** Lists booked transactions, newest first. */
export async function listEntries(
  context: AppContext,
  query: BankEntriesQuery,
): Promise<PlacedPage<BankEntry>> {
  const tx = context.db.kysely;
  const { state, statementId: wire, cursor, limit = ENTRIES_LIMIT } = query;
  const statementId = wire === undefined ? undefined : parseId("bst", wire);
  const scope = `bank-entries:${state ?? ""}:${statementId ?? ""}`;
  const [after] = cursor === undefined ? [] : decodeCursor(context.keys, scope, cursor);
  const found = await selectEntries(tx, {
    limit: limit + 1,
    ...(after !== undefined && { after }),
    ...(state !== undefined && { state }),
    ...(statementId !== undefined && { statementId }),
  });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return placedPage(context, {
    scope,
    data: await presentEntries(tx, rows),
    places: rows.map(({ id }) => [id]),
    end: last === undefined ? null : [last.id],
  });
}

/**
 * Returns a booked transaction. For one that nobody could be credited with, suggests customers
 * whose reference differs a little from what the payer wrote, and trades that it may belong to.
 *
 * @throws Refusal `not_found`
 */
export async function getEntry(
  context: AppContext,
  id: string | undefined,
): Promise<BankEntryDetail> {
  const tx = context.db.kysely;
  const row = id === undefined ? undefined : await selectEntry(tx, id);
  const [entry] = row === undefined ? [] : await presentEntries(tx, [row]);
  if (row === undefined || entry === undefined) {
    throw new Refusal("not_found");
  }
  const [suggestions, trades] = [await suggestionsFor(tx, row), await tradesFor(tx, row)];
  return { ...entry, suggestions, trades };
}

/** Lists the trades that an unexplained transaction may be a side of, most likely first. */
async function tradesFor(tx: Tx, row: EntryRow): Promise<BankEntryDetail["trades"]> {
  if ((row.state !== "unmatched" && row.state !== "outflow") || row.is_reversal) {
    return [];
  }
  const sides = await selectSidesLike(tx, row);
  const awayOf = ({ recordedAt }: TradeSide) => daysApart(row.booked_on, recordedAt);
  return sides
    .map((side) => ({ ...side, isNamed: namesTrade(row, side.bankReference) }))
    .sort((a, b) => Number(b.isNamed) - Number(a.isNamed) || awayOf(a) - awayOf(b))
    .map(({ tradeId, bankReference, recordedAt, otherMinor, otherCurrency, isNamed }) => ({
      tradeId: wireId("bkt", tradeId),
      bankReference,
      recordedAt: recordedAt.toISOString(),
      otherAmount: formatAmount(otherMinor, otherCurrency),
      otherCurrency,
      isNamed,
    }));
}

async function suggestionsFor(tx: Tx, row: EntryRow): Promise<BankEntryDetail["suggestions"]> {
  if (row.state !== "unmatched") {
    return [];
  }
  const near = nearReferences({
    references: row.creditor_references,
    remittance: row.remittance,
    endToEndId: row.end_to_end_id,
  });
  const payers = [...(await selectPayers(tx, near)).values()].filter(({ isClosed }) => !isClosed);
  const names = await findUsernames(
    tx,
    payers.map(({ customerId }) => customerId),
  );
  return payers.map(({ customerId, reference }) => ({
    customerId: wireId("cus", customerId),
    customerName: names.get(customerId) ?? "",
    reference,
  }));
}

async function presentEntries(tx: Tx, rows: readonly EntryRow[]): Promise<BankEntry[]> {
  const customers = rows.flatMap(({ customer_id: id }) => (id === null ? [] : [id]));
  const names = await findUsernames(tx, customers);
  return rows.map((row) => ({
    id: wireId("ben", row.id),
    statementId: wireId("bst", row.bank_statement_id),
    account: row.account,
    currency: row.currency,
    amount: formatAmount(row.is_credit ? row.amount_minor : -row.amount_minor, row.currency),
    bookedOn: row.booked_on,
    reference: row.entry_key.replace(/^[SE]:/, ""),
    isReversal: row.is_reversal,
    remittance: row.remittance,
    partyName: row.party_name,
    partyAccount: row.party_account,
    state: row.state,
    reason: row.reason,
    customerId: row.customer_id === null ? null : wireId("cus", row.customer_id),
    customerName: row.customer_id === null ? null : (names.get(row.customer_id) ?? null),
    movementId: row.movement_id === null ? null : wireId("mov", row.movement_id),
    returnReference: row.return_reference,
    decidedBy: row.decided_by,
    changedAt: row.changed_at.toISOString(),
  }));
}
