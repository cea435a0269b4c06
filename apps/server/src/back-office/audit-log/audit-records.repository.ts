import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { LogsTables, StoredRecord } from "./logs.tables.ts";

/** What a page of records is made of. */
export interface RecordFilter {
  /** Absent for everybody's, which is for operators. */
  readonly customerId?: string;
  /** Names of acts; absent for all. */
  readonly acts?: readonly string[];
  /** Only what an operator did on a customer's account, or only what none did. */
  readonly byOperator?: boolean;
  /** A person's id and names, any of which may stand as the actor. */
  readonly actors?: readonly string[];
  readonly outcome?: "ok" | "refused";
  /** A card, as the object or as what took its place. */
  readonly cardId?: string;
  readonly requestId?: string;
  /** Whether only some of the records that are read will be kept. */
  readonly isSparse?: boolean;
  readonly from?: Date;
  readonly to?: Date;
  /** The record, or the place of none, behind which the page begins. */
  readonly after?: string;
  readonly limit: number;
}

export interface RecordRows {
  readonly rows: StoredRecord[];
  /** Where looking ended, where that is why there are fewer than asked for. */
  readonly horizon?: string;
}

/** How many records one page looks through for what is asked. */
const ROWS_SEARCHED = 5_000;
const OPERATORS = ["support", "reviewer", "administrator", "auditor"];

type Tables = LogsTables & { a: LogsTables["ledger.audit"] };
type Where = ExpressionBuilder<Tables, "a">;
type Condition = ExpressionWrapper<Tables, "a", SqlBool>;

/** The part of the index that a page may read; everything else is looked for within it. */
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

/** Whether every record of the page's part of the index is one of the page. */
function isDense(filter: RecordFilter): boolean {
  const { acts, byOperator, actors, outcome, cardId, isSparse } = filter;
  return [acts, byOperator, actors, outcome, cardId, isSparse].every((one) => one === undefined);
}

/** Where the part of the index ends that one page looks through; undefined where it ends itself. */
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
 * A page of records, newest first, from no more of the index than a page may read.
 *
 * @param known where that ends, if it was asked for before
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

/** One record; of a customer where that is said. */
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

/** The signed block that covers a record; undefined for one that waits for its block. */
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

/** People by id, username or customer, as many as are named. */
export function selectPeople(
  tx: Tx,
  named: {
    readonly ids: readonly string[];
    readonly usernames: readonly string[];
    readonly customerIds: readonly string[];
  },
): Promise<KnownPerson[]> {
  const { ids, usernames, customerIds } = named;
  return tx
    .withTables<LogsTables>()
    .selectFrom("person")
    .select(["id", "customer_id", "username", "role"])
    .where((where) =>
      where.or([
        ...(ids.length === 0 ? [] : [where("id", "in", [...ids])]),
        ...(usernames.length === 0 ? [] : [where("username", "in", [...usernames])]),
        ...(customerIds.length === 0 ? [] : [where("customer_id", "in", [...customerIds])]),
      ]),
    )
    .execute();
}
