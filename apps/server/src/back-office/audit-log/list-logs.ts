import { createHash } from "node:crypto";
import { ACT_NAMES, ACTS, type LogCategory } from "@tessera/contract/back-office/audit-titles";
import type { LogEntry, LogPage, LogQuery } from "@tessera/contract/back-office/logs.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import type { MovementKind, MovementQuery } from "@tessera/contract/insights/bills.schemas";
import { listMovements } from "../../insights/bills/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId } from "../../platform/ids.ts";
import { decodeCursor, encodeCursor } from "../../platform/paging/cursor.ts";
import type { RecordFilter } from "./audit-records.repository.ts";
import { actsTitled } from "./audit-titles.policy.ts";
import { findRecords } from "./find-records.ts";
import { memberNamesOf } from "./list-audit.ts";
import { presentMoney, presentRecord } from "./logs.presenter.ts";
import { timeOf } from "./record-facts.policy.ts";

export interface LogList {
  readonly customerId: string;
  /** Whether the customer is a company, whose log names the member who acted. */
  readonly isCompany: boolean;
  readonly locale: Locale;
  readonly query: LogQuery;
}

/** Movements without a corresponding action. Opening, replacing and closing a card are actions. */
const MONEY: readonly MovementKind[] = [
  "deposit",
  "withdrawal",
  "card_deposit",
  "card_withdraw",
  "purchase",
  "refund",
  "force_post",
  "correction",
];
const OWN_ACTS = ACT_NAMES.filter((act) => ACTS[act].ownerReads);
const DEFAULT_LIMIT = 20;
/** The boundary between movements and actions with the same timestamp: actions count as newer. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The last action and the last movement of the previous page. */
interface Place {
  readonly act: string;
  readonly money: { readonly eventAt: Date; readonly id: string };
}

interface Part {
  readonly entries: readonly LogEntry[];
  /** The time back to which the list is complete; undefined if it is complete to the very end. */
  readonly knownTo?: Date;
}

function scopeOf({ customerId, query, locale }: LogList): string {
  const { cursor: _, limit: __, ...filters } = query;
  const entries = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  const form = JSON.stringify([entries, query.q === undefined ? "" : locale]);
  return `logs:${customerId}:${createHash("sha256").update(form).digest("base64url")}`;
}

function placeOf(context: AppContext, list: LogList): Place | undefined {
  const { cursor } = list.query;
  if (cursor === undefined) {
    return undefined;
  }
  const [act, at, id] = decodeCursor(context.keys, scopeOf(list), cursor);
  if (act === undefined || at === undefined || id === undefined) {
    throw new Refusal("invalid_input", { fields: [{ path: "cursor", code: "malformed_cursor" }] });
  }
  return { act, money: { eventAt: new Date(Number(at)), id } };
}

/** Returns the smallest id with a given timestamp. */
function floorOf(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/**
 * Returns the position after an entry, or after a time up to which everything has been searched.
 */
function placeBehind(last: LogEntry | Date): Place {
  if (last instanceof Date) {
    return { act: floorOf(last), money: { eventAt: last, id: FIRST_ID } };
  }
  const at = new Date(last.at);
  const id = last.id.slice(last.id.indexOf("_") + 1);
  return last.id.startsWith("log_")
    ? { act: id, money: { eventAt: at, id: LAST_ID } }
    : { act: floorOf(at), money: { eventAt: at, id } };
}

function actsOf(category: LogCategory | undefined): readonly string[] {
  return category === undefined || category === "support"
    ? OWN_ACTS
    : OWN_ACTS.filter((act) => ACTS[act].category === category);
}

async function actsPart(
  context: AppContext,
  list: LogList,
  place: Place | undefined,
  limit: number,
): Promise<Part> {
  const { customerId, locale, query } = list;
  const { category, outcome, from, to } = query;
  const acts = actsOf(category);
  const cardId = query.cardId === undefined ? undefined : parseId("card", query.cardId);
  if (acts.length === 0 || (query.cardId !== undefined && cardId === undefined)) {
    return { entries: [] };
  }
  const q = query.q?.trim() ?? "";
  const text = q === "" ? undefined : { q, acts: actsTitled(q, locale) };
  const filter: RecordFilter = {
    customerId,
    acts,
    limit: limit + 1,
    ...(category !== undefined && { byOperator: category === "support" }),
    ...(outcome !== undefined && { outcome }),
    ...(cardId !== undefined && { cardId }),
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
    ...(place !== undefined && { after: place.act }),
  };
  const { rows, horizon } = await findRecords(context, filter, text);
  const members = list.isCompany ? await memberNamesOf(context, rows) : undefined;
  const entries = rows.map((row) => presentRecord(row, locale, members));
  const [last] = entries.slice(-1);
  if (rows.length > limit && last !== undefined) {
    return { entries, knownTo: new Date(last.at) };
  }
  // Rows with the same timestamp as the point where the search stopped may not have been read.
  return horizon === undefined
    ? { entries }
    : { entries, knownTo: new Date(timeOf({ ref: horizon }).getTime() + 1) };
}

async function moneyPart(
  context: AppContext,
  list: LogList,
  place: Place | undefined,
  limit: number,
): Promise<Part> {
  const { customerId, locale, query } = list;
  const { category, outcome, cardId, from, to, q } = query;
  if (category !== undefined && category !== "money") {
    return { entries: [] };
  }
  const asked: MovementQuery = {
    // Selects one more entry than is shown, so that no entries are skipped if a page ends among
    // several with the same timestamp.
    limit: limit + 1,
    ...(outcome !== undefined && { status: outcome === "ok" ? "completed" : "declined" }),
    ...(cardId !== undefined && { cardId }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(q !== undefined && { q }),
  };
  const { data, nextCursor, searchedTo } = await listMovements(context, {
    list: "logs",
    customerId,
    locale,
    query: asked,
    viewpoint: "account",
    kinds: MONEY,
    ...(place !== undefined && { after: place.money }),
  });
  const entries = data.map(presentMoney);
  const last = searchedTo ?? (nextCursor === null ? undefined : entries.at(-1)?.at);
  return last === undefined ? { entries } : { entries, knownTo: new Date(last) };
}

/**
 * Sorts newest first. If timestamps are equal, actions come before movements, each in the order of
 * its list.
 */
function newestFirst(a: LogEntry, b: LogEntry): number {
  if (a.at !== b.at) {
    return a.at < b.at ? 1 : -1;
  }
  const [kindA, kindB] = [a.id.slice(0, 3), b.id.slice(0, 3)];
  return kindA === kindB ? (a.id < b.id ? 1 : -1) : kindA === "log" ? -1 : 1;
}

/**
 * Lists a page of what happened on a customer's account, newest first: audit events, and movements
 * from the ledger. If matches are rare, the search for a page stops after a few thousand rows. The
 * page then has fewer entries than requested, possibly none, and `nextCursor` continues from there.
 *
 * @throws Refusal `invalid_input` for a cursor from another list or created with other filters
 */
export async function listLogs(context: AppContext, list: LogList): Promise<LogPage> {
  const limit = list.query.limit ?? DEFAULT_LIMIT;
  const place = placeOf(context, list);
  const parts = await Promise.all([
    actsPart(context, list, place, limit),
    moneyPart(context, list, place, limit),
  ]);
  const times = parts.flatMap(({ knownTo }) => knownTo?.getTime() ?? []);
  const knownTo = times.length === 0 ? undefined : new Date(Math.max(...times));
  const known = parts
    .flatMap(({ entries }) => entries)
    .filter(({ at }) => knownTo === undefined || new Date(at) >= knownTo)
    .sort(newestFirst);
  const data = known.slice(0, limit);
  const last = known.length > limit ? data.at(-1) : undefined;
  const end = last ?? knownTo;
  if (end === undefined) {
    return { data, nextCursor: null };
  }
  const { act, money } = placeBehind(end);
  const behind = [act, String(money.eventAt.getTime()), money.id];
  return {
    data,
    nextCursor: encodeCursor(context.keys, scopeOf(list), behind),
    ...(last === undefined && knownTo !== undefined && { searchedTo: knownTo.toISOString() }),
  };
}
