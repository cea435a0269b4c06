import { createHash } from "node:crypto";
import { tagKey } from "@tessera/contract/cards/tag-key";
import type { Locale } from "@tessera/contract/errors/locales";
import type {
  Movement,
  MovementKind,
  MovementQuery,
} from "@tessera/contract/insights/bills.schemas";
import { parseAmount } from "@tessera/money";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId } from "../../platform/ids.ts";
import { decodeCursor, encodeCursor } from "../../platform/paging/cursor.ts";
import { presentMovement } from "./bills.presenter.ts";
import { BETWEEN_POCKETS, type Viewpoint } from "./movement-amount.policy.ts";
import type { MovementFilter, MovementRow } from "./movement-filter.ts";
import { standingsOf } from "./movement-readings.policy.ts";
import { kindsTitled } from "./movement-titles.policy.ts";
import {
  COMMON_KINDS,
  likePattern,
  selectHorizon,
  selectMovements,
} from "./movements.repository.ts";

export interface MovementList {
  readonly customerId: string;
  readonly locale: Locale;
  readonly query: MovementQuery;
  /** The list's name. A cursor from another list is rejected. */
  readonly list: string;
  readonly onCards?: boolean;
  /**
   * The side from which movements between card and account are shown. Defaults to the card's side.
   */
  readonly viewpoint?: Viewpoint;
  /** The kinds of movements in the list. Defaults to all. */
  readonly kinds?: readonly MovementKind[];
  /** The movement after which the page begins, for lists that determine the position themselves. */
  readonly after?: NonNullable<MovementFilter["after"]>;
}

export interface MovementPage {
  readonly data: Movement[];
  readonly nextCursor: string | null;
  /** How far back the search went, if the page ended because of the search limit. */
  readonly searchedTo?: string;
}

const DEFAULT_LIMIT = 20;
/** Maximum number of a customer's movements to search for one page. */
const ROWS_SEARCHED = 5_000;
/** Any currency with two decimals works, since all currencies of movements have two. */
const FILTER_CURRENCY = "USD";
const NONE: MovementPage = { data: [], nextCursor: null };

function scopeOf({ list, customerId, query, locale }: MovementList): string {
  const { cursor: _, limit: __, ...filters } = query;
  const entries = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  // The text is compared with titles in the reader's language.
  const language = query.q === undefined ? "" : locale;
  const hash = createHash("sha256")
    .update(JSON.stringify([entries, language]))
    .digest("base64url");
  return `${list}:${customerId}:${hash}`;
}

function afterOf(context: AppContext, list: MovementList): MovementFilter["after"] {
  const { cursor } = list.query;
  if (cursor === undefined) {
    return list.after;
  }
  const [at, id] = decodeCursor(context.keys, scopeOf(list), cursor);
  if (at === undefined || id === undefined) {
    throw new Refusal("invalid_input", { fields: [{ path: "cursor", code: "malformed_cursor" }] });
  }
  return { eventAt: new Date(Number(at)), id };
}

function minorOf(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : parseAmount(text, FILTER_CURRENCY);
}

function kindsOf(list: MovementList): readonly MovementKind[] | undefined {
  const { kind } = list.query;
  if (kind === undefined) {
    return list.kinds;
  }
  return list.kinds === undefined || list.kinds.includes(kind) ? [kind] : [];
}

function filterOf(context: AppContext, list: MovementList): MovementFilter | undefined {
  const { query, locale } = list;
  const cardId = query.cardId === undefined ? undefined : parseId("card", query.cardId);
  const kinds = kindsOf(list);
  if ((query.cardId !== undefined && cardId === undefined) || kinds?.length === 0) {
    return undefined;
  }
  const q = query.q?.trim() ?? "";
  const minMinor = minorOf(query.minAmount);
  const maxMinor = minorOf(query.maxAmount);
  const after = afterOf(context, list);
  return {
    customerId: list.customerId,
    onCards: list.onCards ?? false,
    kindsWithFee: list.viewpoint === "account" ? BETWEEN_POCKETS : [],
    limit: (query.limit ?? DEFAULT_LIMIT) + 1,
    ...(cardId !== undefined && { cardId }),
    ...(query.cardTag !== undefined && { cardTag: tagKey(query.cardTag) }),
    ...(kinds !== undefined && { kinds }),
    ...(query.status !== undefined && { status: query.status }),
    ...(query.currency !== undefined && { currency: query.currency }),
    ...(query.from !== undefined && { from: new Date(query.from) }),
    ...(query.to !== undefined && { to: new Date(query.to) }),
    ...(minMinor !== undefined && { minMinor }),
    ...(maxMinor !== undefined && { maxMinor }),
    ...(q !== "" && { text: { pattern: likePattern(q), kinds: kindsTitled(q, locale) } }),
    ...(after !== undefined && { after }),
  };
}

/** Returns the cursor for the position right after a row. */
function cursorAfter(
  context: AppContext,
  list: MovementList,
  last: Pick<MovementRow, "event_at" | "id">,
): string {
  return encodeCursor(context.keys, scopeOf(list), [String(last.event_at.getTime()), last.id]);
}

/** The lowest possible id, which comes last among movements with the same time. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Returns whether matching rows can be so far apart that one page could read a customer's entire
 * history. If the filter is for a time, a card, or a rare kind or status, an index leads directly
 * from match to match.
 */
function mayBeSparse(filter: MovementFilter) {
  const { kinds, status, cardTag, currency, minMinor, maxMinor, text } = filter;
  return (
    status === "completed" ||
    kinds?.some((kind) => COMMON_KINDS.includes(kind)) === true ||
    [cardTag, currency, minMinor, maxMinor, text].some((one) => one !== undefined)
  );
}

/**
 * Returns the earliest time that this page may search, and whether it is later than the requested
 * time.
 */
async function reachOf(
  context: AppContext,
  filter: MovementFilter,
  parts: readonly MovementFilter[],
): Promise<{ from: Date | undefined; horizon: Date | undefined }> {
  const { from } = filter;
  const horizon = parts.some(mayBeSparse)
    ? await selectHorizon(context.db.kysely, filter, ROWS_SEARCHED)
    : undefined;
  return horizon === undefined || (from !== undefined && from >= horizon)
    ? { from, horizon: undefined }
    : { from: horizon, horizon };
}

/**
 * Returns the filter itself, or one filter for each state that is displayed as the requested
 * status.
 */
function partsOf(filter: MovementFilter, { reads, status }: MovementQuery): MovementFilter[] {
  if (reads === undefined) {
    return [filter];
  }
  return standingsOf(reads).flatMap(({ kind, ...standing }) => {
    const none =
      (status !== undefined && status !== standing.status) ||
      (kind !== undefined && filter.kinds?.includes(kind) === false);
    return none ? [] : [{ ...filter, ...standing, ...(kind !== undefined && { kinds: [kind] }) }];
  });
}

/**
 * Lists a customer's movements, newest first. If matches are rare, a page ends after a few thousand
 * rows have been searched, with fewer movements than requested or none. `nextCursor` continues the
 * search.
 *
 * @throws Refusal `invalid_input` for a cursor from another list or created with other filters
 */
export async function listMovements(
  context: AppContext,
  list: MovementList,
): Promise<MovementPage> {
  const filter = filterOf(context, list);
  const parts = filter === undefined ? [] : partsOf(filter, list.query);
  if (filter === undefined || parts.length === 0) {
    return NONE;
  }
  const { from, horizon } = await reachOf(context, filter, parts);
  const bounded = parts.map((part) => ({ ...part, ...(from !== undefined && { from }) }));
  const rows = await selectMovements(context.db.kysely, bounded);
  const page = rows.slice(0, filter.limit - 1);
  const viewpoint = list.viewpoint ?? "card";
  const last = rows.length < filter.limit ? undefined : page.at(-1);
  const end = last ?? (horizon && { event_at: horizon, id: FIRST_ID });
  return {
    data: page.map((row) => presentMovement(row, list.locale, { viewpoint })),
    nextCursor: end === undefined ? null : cursorAfter(context, list, end),
    ...(last === undefined && horizon !== undefined && { searchedTo: horizon.toISOString() }),
  };
}
