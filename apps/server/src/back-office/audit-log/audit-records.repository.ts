import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { LogsTables, StoredRecord } from "./logs.tables.ts";

/** Specifies which audit events a page contains. */
export interface RecordFilter {
  /** If absent, the page contains all customers' events, which only operators may read. */
  readonly customerId?: string;
  /** Names of actions; if absent, all actions. */
  readonly acts?: readonly string[];
  /** True to include only operators' actions on a customer's account, false to exclude them. */
  readonly byOperator?: boolean;
  /** Id and names of a person, any of which may be recorded as the actor. */
  readonly actors?: readonly string[];
  readonly outcome?: "ok" | "refused";
  /** A card that is the event's object, or that replaced it in this event. */
  readonly cardId?: string;
  readonly requestId?: string;
  /** Whether the filter matches only some of the rows that are read. */
  readonly isSparse?: boolean;
  readonly from?: Date;
  readonly to?: Date;
  /** Id of an event, or a position between events, after which the page starts. */
  readonly after?: string;
  readonly limit: number;
}

export interface RecordRows {
  readonly rows: StoredRecord[];
  /** Where the search stopped, if that is why there are fewer events than requested. */
  readonly horizon?: string;
}

/** Maximum number of audit events to search for one page. */
const ROWS_SEARCHED = 5_000;
const OPERATORS = ["support", "reviewer", "administrator", "auditor"];

type Tables = LogsTables & { a: LogsTables["ledger.audit"] };
type Where = ExpressionBuilder<Tables, "a">;
type Condition = ExpressionWrapper<Tables, "a", SqlBool>;

/**
 * Returns the conditions that select the part of the index to read for a page. The other filters
 * are applied within that part.
 */
function placeConditions(where: Where, filter: RecordFilter): Condition[] {
  const { customerId, requestId, from, to, after } = filter;
  const floor = (at: Date) => sql<string>`ledger.uuid_floor(${at})`;
  return [
    ...(customerId === undefined ? [] : [where("a.customer_id", "=", customerId)]),
    ...(requestId === undefined ? [] : [where("a.request_id", "=", requestId)]),
    ...(from === undefined ? [] : [where("a.ref", ">=", floor(from))]),
    ...(to === undefined ? [] : [where("a.ref", "<", floor(to))]),
    ...(after === undefined ? [] : [where("a.ref", "<", after)]),
  ];
}

function conditions(where: Where, filter: RecordFilter): Condition {
  const { acts, byOperator, actors, outcome, cardId } = filter;
  const role = sql<string>`coalesce(a.data ->> 'role', '')`;
  return where.and([
    ...placeConditions(where, filter),
    ...(acts === undefined ? [] : [where("a.action", "in", [...acts])]),
    ...(byOperator === undefined ? [] : [where(role, byOperator ? "in" : "not in", OPERATORS)]),
    ...(actors === undefined ? [] : [where("a.actor", "in", [...actors])]),
    ...(outcome === undefined ? [] : [where("a.outcome", "=", outcome)]),
    ...(cardId === undefined
      ? []
      : [
          where.or([
            where("a.object", "=", cardId),
            where(sql<string>`a.data ->> 'newCardId'`, "=", cardId),
          ]),
        ]),
  ]);
}

function records(tx: Tx) {
  return tx
    .withTables<LogsTables>()
    .selectFrom("ledger.audit as a")
    .select(["a.id", "a.ref", "a.action", "a.actor", "a.customer_id", "a.object", "a.outcome"])
    .select(["a.request_id", "a.movement_id", "a.data", "a.created_at"]);
}

/** Returns whether every event in the page's part of the index matches. */
function isDense(filter: RecordFilter): boolean {
  const { acts, byOperator, actors, outcome, cardId, isSparse } = filter;
  return [acts, byOperator, actors, outcome, cardId, isSparse].every((one) => one === undefined);
}

/**
 * Finds the end of the part of the index that is searched for one page. Returns undefined if the
 * index ends first.
 */
export async function selectHorizon(tx: Tx, filter: RecordFilter): Promise<string | undefined> {
  if (isDense(filter)) {
    return undefined;
  }
  const row = await tx
    .withTables<LogsTables>()
    .selectFrom("ledger.audit as a")
    .select("a.ref")
    .where((where) => where.and(placeConditions(where as Where, filter)))
    .orderBy("a.ref", "desc")
    .offset(sql.lit(ROWS_SEARCHED))
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row?.ref;
}

/**
 * Selects a page of audit events, newest first. Reads only the part of the index that is allowed
 * for one page.
 *
 * @param known end of that part, if already queried
 */
export async function selectRecords(
  tx: Tx,
  filter: RecordFilter,
  known?: string,
): Promise<RecordRows> {
  const horizon = known ?? (await selectHorizon(tx, filter));
  const rows = await records(tx)
    .where((where) =>
      where.and([
        conditions(where as Where, filter),
        ...(horizon === undefined ? [] : [where("a.ref", ">=", horizon)]),
      ]),
    )
    .orderBy("a.ref", "desc")
    .limit(filter.limit)
    .execute();
  return rows.length < filter.limit && horizon !== undefined ? { rows, horizon } : { rows };
}

/**
 * Selects an audit event. If a customer is specified, selects the event only if it is about that
 * customer.
 */
export function selectRecord(
  tx: Tx,
  key: { readonly ref: string; readonly customerId?: string },
): Promise<StoredRecord | undefined> {
  return records(tx)
    .where("a.ref", "=", key.ref)
    .where((where) =>
      key.customerId === undefined ? where.lit(true) : where("a.customer_id", "=", key.customerId),
    )
    .executeTakeFirst();
}

/**
 * Finds the signed block that contains an audit event. Returns undefined if the event is not yet in
 * a block.
 */
export async function selectBlockOf(tx: Tx, recordId: bigint): Promise<bigint | undefined> {
  const row = await tx
    .withTables<LogsTables>()
    .selectFrom("ledger.audit as a")
    .innerJoin("ledger.seal as s", (join) =>
      join.onRef("s.from_xid", "<=", "a.xid").onRef("s.to_xid", ">", "a.xid"),
    )
    .select("s.n")
    .where("a.id", "=", recordId)
    .executeTakeFirst();
  return row?.n;
}

export interface KnownPerson {
  readonly id: string;
  readonly customer_id: string | null;
  readonly username: string;
  readonly role: string;
}

/** Selects people by id, username or customer. A company is returned under its customer id. */
export async function selectPeople(
  tx: Tx,
  named: {
    readonly ids: readonly string[];
    readonly usernames: readonly string[];
    readonly customerIds: readonly string[];
  },
): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    select id, customer_id, username, role from person
    where id = any(${[...named.ids]}::uuid[]) or username = any(${[...named.usernames]}::text[])
      or customer_id = any(${[...named.customerIds]}::uuid[])
    union all
    select customer_id, customer_id, name, 'customer' from company
    where customer_id = any(${[...named.customerIds]}::uuid[])`.execute(tx);
  return rows;
}
