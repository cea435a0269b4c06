import type {
  BreakAge,
  BreakEvent,
  BreakKind,
  BreakState,
  SourceName,
} from "@tessera/contract/money-movement/reconciliation.schemas";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { type BreakRow, type EventRow, type StoredLine, tables } from "./reconciliation.tables.ts";

/** Selects breaks by what was compared, FOR UPDATE. */
export function lockBreaksOf(
  tx: Tx,
  source: SourceName,
  keys: readonly string[],
): Promise<BreakRow[]> {
  return tables(tx)
    .selectFrom("reconciliation_break")
    .selectAll()
    .where("source", "=", source)
    .where(sql<boolean>`break_key = any(${[...keys]}::text[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Selects a break FOR UPDATE. */
export function lockBreak(tx: Tx, id: string): Promise<BreakRow | undefined> {
  return tables(tx)
    .selectFrom("reconciliation_break")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export function selectBreak(tx: Tx, id: string): Promise<BreakRow | undefined> {
  return tables(tx)
    .selectFrom("reconciliation_break")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

/** What a run writes of a break each time that it finds it. */
export type FoundBreak = Pick<
  BreakRow,
  | "id"
  | "source"
  | "break_key"
  | "kind"
  | "asset"
  | "ledger_minor"
  | "outside_minor"
  | "reason"
  | "ledger_lines"
  | "outside_lines"
  | "occurred_at"
  | "first_seen_at"
  | "last_seen_at"
  | "last_run_id"
  | "state"
>;

function linesJson(lines: readonly StoredLine[]) {
  return sql<readonly StoredLine[]>`${JSON.stringify(lines)}::text::jsonb`;
}

export async function insertBreak(tx: Tx, row: FoundBreak): Promise<void> {
  await tables(tx)
    .insertInto("reconciliation_break")
    .values({
      ...row,
      ledger_lines: linesJson(row.ledger_lines),
      outside_lines: linesJson(row.outside_lines),
      assigned_to: null,
      explanation: null,
      explained_by: null,
      resolved_at: null,
    })
    .execute();
}

/**
 * Updates a break that was found again.
 *
 * @param forget whether its explanation no longer holds
 */
export async function updateFound(
  tx: Tx,
  { id, ledger_lines, outside_lines, ...row }: FoundBreak,
  forget: boolean,
): Promise<void> {
  await tables(tx)
    .updateTable("reconciliation_break")
    .set({
      ...row,
      ledger_lines: linesJson(ledger_lines),
      outside_lines: linesJson(outside_lines),
      resolved_at: null,
      ...(forget && { explanation: null, explained_by: null }),
    })
    .where("id", "=", id)
    .execute();
}

export async function updateBreak(
  tx: Tx,
  id: string,
  change: Partial<Pick<BreakRow, "state" | "assigned_to" | "explanation" | "explained_by">>,
): Promise<void> {
  await tables(tx).updateTable("reconciliation_break").set(change).where("id", "=", id).execute();
}

/** Assigns an operator's unresolved breaks to nobody. Returns their ids. */
export async function unassignBreaksOf(tx: Tx, username: string): Promise<string[]> {
  const rows = await tables(tx)
    .updateTable("reconciliation_break")
    .set({ assigned_to: null })
    .where("assigned_to", "=", username)
    .where("state", "<>", "resolved")
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** What happened to a break. */
export interface NewEvent {
  readonly breakId: string;
  readonly event: BreakEvent;
  readonly actor: string | null;
  readonly note: string | null;
  readonly at: Date;
}

/** Appends to the history of a break, which the caller has locked. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  await sql`
    insert into reconciliation_event (break_id, n, event, actor, note, at)
    select ${event.breakId}::uuid, coalesce(max(n), 0) + 1, ${event.event}, ${event.actor}::text,
      ${event.note}::text, ${event.at}::timestamptz
    from reconciliation_event where break_id = ${event.breakId}::uuid`.execute(tx);
}

export function selectEvents(tx: Tx, breakId: string): Promise<EventRow[]> {
  return tables(tx)
    .selectFrom("reconciliation_event")
    .selectAll()
    .where("break_id", "=", breakId)
    .orderBy("n")
    .execute();
}

/** Closes the breaks of a period that a run has not found. Returns their ids. */
export async function closeUnfound(
  tx: Tx,
  run: {
    readonly id: string;
    readonly source: SourceName;
    readonly from: Date;
    readonly at: Date;
  },
): Promise<string[]> {
  const rows = await tables(tx)
    .updateTable("reconciliation_break")
    .set({ state: "resolved", resolved_at: run.at })
    .where("source", "=", run.source)
    .where("state", "<>", "resolved")
    .where("occurred_at", ">=", run.from)
    .where("last_run_id", "<>", run.id)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the time of the earliest line of any open break of a source. */
export async function selectOldestOpen(tx: Tx, source: SourceName): Promise<Date | undefined> {
  const row = await tables(tx)
    .selectFrom("reconciliation_break")
    .select(sql<Date | null>`min(occurred_at)`.as("at"))
    .where("source", "=", source)
    .where("state", "=", "open")
    .executeTakeFirst();
  return row?.at ?? undefined;
}

export interface BreakFilter {
  readonly source?: SourceName | undefined;
  readonly state?: BreakState | undefined;
  readonly kind?: BreakKind | undefined;
  readonly seenAfter?: Date | undefined;
  readonly seenUntil?: Date | undefined;
  /** A username; null for breaks of nobody. */
  readonly assignedTo?: string | null | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Selects breaks, longest known first. */
export function selectBreaks(tx: Tx, filter: BreakFilter): Promise<BreakRow[]> {
  const { source, state, kind, seenAfter, seenUntil, assignedTo, after, limit } = filter;
  return tables(tx)
    .selectFrom("reconciliation_break")
    .selectAll()
    .$if(source !== undefined, (query) => query.where("source", "=", source ?? "bank"))
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? "open"))
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? "late"))
    .$if(seenAfter !== undefined, (query) =>
      query.where("first_seen_at", ">", seenAfter ?? new Date(0)),
    )
    .$if(seenUntil !== undefined, (query) =>
      query.where("first_seen_at", "<=", seenUntil ?? new Date(0)),
    )
    .$if(assignedTo === null, (query) => query.where("assigned_to", "is", null))
    .$if(typeof assignedTo === "string", (query) =>
      query.where("assigned_to", "=", assignedTo ?? ""),
    )
    .$if(after !== undefined, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** How many breaks of a source and age are not explained. */
export interface OpenCount {
  readonly source: SourceName;
  readonly state: BreakState;
  readonly age: BreakAge;
  readonly count: number;
}

/** Counts the breaks that are not resolved, by source, state and age. */
export async function countUnresolved(tx: Tx, now: Date): Promise<OpenCount[]> {
  const { rows } = await sql<OpenCount>`
    select source, state, age, count(*)::int as count
    from (select source, state, case
        when first_seen_at > ${now}::timestamptz - interval '1 day' then 'day'
        when first_seen_at > ${now}::timestamptz - interval '3 days' then 'three_days'
        when first_seen_at > ${now}::timestamptz - interval '7 days' then 'week'
        else 'older' end as age
      from reconciliation_break where state <> 'resolved') b
    group by source, state, age`.execute(tx);
  return rows;
}
