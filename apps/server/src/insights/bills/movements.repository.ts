import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { BillsTables } from "./bills.tables.ts";
import { compiledOnce } from "./compiled-once.ts";
import type { MerchantChanges, MovementFilter, MovementRow } from "./movement-filter.ts";

type Joined = BillsTables & {
  m: BillsTables["ledger.movement"];
  s: BillsTables["ledger.movement_state"];
};
type Status = BillsTables["ledger.movement"]["status"];
type Where = ExpressionBuilder<Joined, "m" | "s">;
type Condition = ExpressionWrapper<Joined, "m" | "s", SqlBool>;

/** Kinds that are too frequent to have a separate index. */
export const COMMON_KINDS: readonly string[] = ["purchase", "card_deposit"];
/**
 * The only supported row counts: each page size, plus one row that shows whether there is a next
 * page.
 */
const ROW_COUNTS: readonly number[] = [6, 21, 101];
const OPEN: readonly string[] = ["processing", "reviewing", "queued"];

/**
 * Writes an enum value into the statement itself, so that the planner can use a partial index. In a
 * generic plan, it could not use one for a parameter.
 */
function literal<Word extends string>(word: Word) {
  return sql.lit(word);
}

function isRare(kind: string): boolean {
  return !COMMON_KINDS.includes(kind);
}

/** Returns a LIKE pattern that matches the literal text at any position. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

function placeConditions(where: Where, filter: MovementFilter): Condition[] {
  const { after, from, to } = filter;
  return [
    ...(from === undefined ? [] : [where("m.event_at", ">=", from)]),
    ...(to === undefined ? [] : [where("m.event_at", "<", to)]),
    ...(after === undefined
      ? []
      : [
          // The first condition lets the planner use the index. The second one breaks ties.
          where("m.event_at", "<=", after.eventAt),
          where.or([where("m.event_at", "<", after.eventAt), where("m.id", "<", after.id)]),
        ]),
  ];
}

function cardConditions(where: Where, filter: MovementFilter): Condition[] {
  const { onCards, cardId, cardTag, customerId } = filter;
  return [
    ...(cardTag === undefined
      ? []
      : [where("m.card_id", "in", sql<string>`(${cardsTagged(customerId, cardTag)})`)]),
    ...(onCards ? [where("m.card_id", "is not", null)] : []),
    ...(cardId === undefined
      ? []
      : [where("m.card_id", "=", cardId), where("m.event_at", ">=", openingOf(cardId))]),
  ];
}

function cardsTagged(customerId: string, tagKey: string) {
  return sql`select tagged.id from card tagged
    where tagged.customer_id = ${customerId} and tagged.tag_keys @> array[${tagKey}]::text[]`;
}

/**
 * Returns when a card was opened, before which it has no movements. A card's list is filtered
 * within the customer's index. Without a lower bound, the index would be read to its end for a card
 * with few movements.
 */
function openingOf(cardId: string) {
  return sql<Date>`coalesce(
    (select opened.created_at from card opened where opened.id = ${cardId}), '-infinity')`;
}

function textCondition(where: Where, text: NonNullable<MovementFilter["text"]>): Condition {
  const named = where.or([
    where.and([where("m.title", "<>", ""), where("m.title", "ilike", text.pattern)]),
    where.and([
      where("m.kind", "=", literal("correction")),
      where(sql<string>`movement_title(m.kind, m.title, m.data)`, "ilike", text.pattern),
    ]),
  ]);
  return text.kinds.length === 0
    ? named
    : where.or([
        named,
        where.and([where("m.title", "=", ""), where("m.kind", "in", text.kinds.map(literal))]),
      ]);
}

function shownMagnitude(kindsWithFee: readonly string[]) {
  const amount = sql<bigint>`coalesce(s.amount, m.amount)`;
  if (kindsWithFee.length === 0) {
    return sql<bigint>`abs(${amount})`;
  }
  const kinds = sql.join(kindsWithFee.map(literal));
  return sql<bigint>`abs(${amount}
    + case when m.kind in (${kinds}) then coalesce(s.fee, m.fee) else 0 end)`;
}

function conditions(where: Where, filter: MovementFilter): Condition {
  const { kinds, exceptKind, currency, minMinor, maxMinor, text } = filter;
  const magnitude = shownMagnitude(filter.kindsWithFee);
  return where.and([
    where("m.customer_id", "=", filter.customerId),
    where("m.parent_id", "is", null),
    ...cardConditions(where, filter),
    ...(kinds === undefined ? [] : [where("m.kind", "in", kinds.map(literal))]),
    ...(exceptKind === undefined ? [] : [where("m.kind", "<>", literal(exceptKind))]),
    ...(currency === undefined ? [] : [where("m.currency", "=", currency)]),
    ...(minMinor === undefined ? [] : [where(magnitude, ">=", minMinor)]),
    ...(maxMinor === undefined ? [] : [where(magnitude, "<=", maxMinor)]),
    ...(text === undefined ? [] : [textCondition(where, text)]),
    ...placeConditions(where, filter),
  ]);
}

/**
 * A deposit's notes are in its own data or in the data of the step that recorded its payment. They
 * are read together with the page, so that a list needs only one statement for any number of
 * deposits.
 */
const notes = sql<unknown>`case when m.kind = 'deposit' then coalesce(m.data -> 'notes', (
  select step.data -> 'notes' from ledger.movement step
  where step.parent_id = m.id and step.data ? 'notes'
  order by step.event_at, step.id limit 1)) end`.as("notes");

/**
 * What the steps of a purchase in another currency have changed. A list reads it for such purchases
 * only, by the index on steps.
 */
const merchantChanges = sql<MerchantChanges | null>`
  case when m.kind = 'purchase' and m.data ? 'exchange' then (
    select jsonb_build_object(
      'settled', coalesce(-sum(one.change) filter (where one.is_settling), 0)::text,
      'adjusted', coalesce(sum(one.change) filter (where not one.is_settling), 0)::text)
    from (
      select (step.data -> 'exchange' ->> 'change')::numeric as change,
        step.kind in ('clearing', 'force_post') as is_settling
      from ledger.movement step where step.parent_id = m.id
    ) one
  ) end`.as("merchant_changes");

/** The title of a movement. An adjustment's reason is in its data, where it can be erased. */
const title = sql<string>`movement_title(m.kind, m.title, m.data)`.as("title");

function asItStands(tx: Tx) {
  return tx
    .withTables<BillsTables>()
    .selectFrom("ledger.movement as m")
    .leftJoin("ledger.movement_state as s", "s.movement_id", "m.id")
    .select(["m.id", "m.kind", title, "m.card_id", "m.currency", "m.data"])
    .select(["m.event_at", "m.created_at"])
    .select([
      sql<string>`coalesce(s.status, m.status)`.as("status"),
      sql<bigint>`coalesce(s.amount, m.amount)`.as("amount"),
      sql<bigint>`coalesce(s.fee, m.fee)`.as("fee"),
      notes,
      merchantChanges,
    ]);
}

function newestFirst(a: MovementRow, b: MovementRow): number {
  return b.event_at.getTime() - a.event_at.getTime() || (a.id < b.id ? 1 : -1);
}

/**
 * Writes the limit into the statement. If it were a parameter, the planner would estimate a tenth
 * of the customer's rows, find every generic plan too expensive, and replan every call.
 */
function rowCount(limit: number) {
  return sql.lit(ROW_COUNTS.find((count) => count >= limit) ?? limit);
}

/** Selects the newest movements in any state, unless the caller adds a condition. */
function newest(tx: Tx, filter: MovementFilter) {
  return asItStands(tx)
    .where((where) => conditions(where as Where, filter))
    .orderBy("m.event_at", "desc")
    .orderBy("m.id", "desc")
    .limit(rowCount(filter.limit));
}

/** Selects movements that were created with a status and still have it. */
function bornWith(tx: Tx, filter: MovementFilter, status: Status) {
  return newest(tx, filter)
    .where("m.status", "=", literal(status))
    .where("s.movement_id", "is", null);
}

/** Selects movements that reached a status later, using the indexes of the state table. */
function cameTo(tx: Tx, filter: MovementFilter, status: string) {
  const { after, from, to } = filter;
  return tx
    .withTables<BillsTables>()
    .selectFrom("ledger.movement_state as s")
    .innerJoin("ledger.movement as m", "m.id", "s.movement_id")
    .select(["m.id", "m.kind", title, "m.card_id", "m.currency", "m.data"])
    .select(["m.event_at", "m.created_at", "s.status", "s.amount", "s.fee", notes])
    .select(merchantChanges)
    .where((where) => conditions(where as Where, filter))
    .where("s.customer_id", "=", filter.customerId)
    .where("s.status", "=", literal(status))
    .$if(from !== undefined, (query) => query.where("s.event_at", ">=", from ?? new Date(0)))
    .$if(to !== undefined, (query) => query.where("s.event_at", "<", to ?? new Date(0)))
    .$if(after !== undefined, (query) =>
      query.where("s.event_at", "<=", after?.eventAt ?? new Date(0)),
    )
    .orderBy("s.event_at", "desc")
    .orderBy("s.movement_id", "desc")
    .limit(rowCount(filter.limit));
}

/**
 * Splits a filter so that each kind with a separate index is read using that index. The planner
 * would not use these indexes for a combined filter.
 */
function byKind(filter: MovementFilter): MovementFilter[] {
  const { kinds } = filter;
  return kinds !== undefined && kinds.length > 1 && kinds.every(isRare)
    ? kinds.map((kind) => ({ ...filter, kinds: [kind] }))
    : [filter];
}

function statements(tx: Tx, filter: MovementFilter): Promise<MovementRow[]>[] {
  const { status } = filter;
  if (status === undefined) {
    return [compiledOnce(tx, "newest", filter, (slots) => newest(tx, slots))];
  }
  const cameToStatus = () =>
    compiledOnce(tx, "came-to", filter, (slots) => cameTo(tx, slots, status));
  // Movements that are open when created have a row in the state table from the start.
  return OPEN.includes(status)
    ? [cameToStatus()]
    : [
        compiledOnce(tx, "born-with", filter, (slots) => bornWith(tx, slots, status)),
        cameToStatus(),
      ];
}

/** Selects a page of movements that match any of several filters, which must not overlap. */
export async function selectMovements(
  tx: Tx,
  filters: readonly MovementFilter[],
): Promise<MovementRow[]> {
  const parts = await Promise.all(filters.flatMap(byKind).flatMap((part) => statements(tx, part)));
  const [only] = parts;
  const rows = parts.length === 1 && only !== undefined ? only : parts.flat().sort(newestFirst);
  return rows.slice(0, filters[0]?.limit ?? 0);
}

/**
 * Returns how far back a page can search: the time of the row that is `rows` rows past the start,
 * or undefined if there are fewer rows. Reads only the index.
 */
export async function selectHorizon(
  tx: Tx,
  filter: MovementFilter,
  rows: number,
): Promise<Date | undefined> {
  const { kinds, customerId } = filter;
  const rare = kinds?.length === 1 && kinds.every(isRare) ? kinds : undefined;
  const row = await tx
    .withTables<BillsTables>()
    .selectFrom("ledger.movement as m")
    .select("m.event_at")
    .where((where) =>
      where.and([
        where("m.customer_id", "=", customerId),
        where("m.parent_id", "is", null),
        ...cardConditions(where as Where, filter),
        ...(rare === undefined ? [] : [where("m.kind", "in", rare.map(literal))]),
        ...placeConditions(where as Where, { ...filter, after: undefined }),
        ...(filter.after === undefined ? [] : [where("m.event_at", "<=", filter.after.eventAt)]),
      ]),
    )
    .orderBy("m.event_at", "desc")
    .offset(sql.lit(rows))
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row?.event_at;
}

export function selectMovement(
  tx: Tx,
  key: { id: string; customerId: string },
): Promise<MovementRow | undefined> {
  return asItStands(tx)
    .where("m.id", "=", key.id)
    .where("m.customer_id", "=", key.customerId)
    .where("m.parent_id", "is", null)
    .executeTakeFirst();
}
