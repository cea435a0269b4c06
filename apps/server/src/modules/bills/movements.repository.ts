import type { CurrencyCode } from "@tessera/money";
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { BillsTables } from "./bills.tables.ts";

/** A movement as it stands now. */
export interface MovementRow {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly title: string;
  readonly card_id: string | null;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly currency: CurrencyCode;
  readonly data: Readonly<Record<string, unknown>>;
  readonly event_at: Date;
  readonly created_at: Date;
}

/** What a page is made of. Amounts are minor units, by magnitude. */
export interface MovementFilter {
  readonly customerId: string;
  /** Only what happened on cards. */
  readonly onCards: boolean;
  readonly cardId?: string;
  /** Absent for all. */
  readonly kinds?: readonly string[];
  readonly status?: string;
  readonly currency?: CurrencyCode;
  readonly from?: Date;
  readonly to?: Date;
  /** Kinds that are shown, and so looked for, with their fee in the amount. */
  readonly kindsWithFee: readonly string[];
  readonly minMinor?: bigint;
  readonly maxMinor?: bigint;
  /** Text of the title, and the kinds whose own title has it. */
  readonly text?: { readonly value: string; readonly kinds: readonly string[] };
  /** The last row of the page before. */
  readonly after?: { readonly eventAt: Date; readonly id: string };
  readonly limit: number;
}

type Joined = BillsTables & {
  m: BillsTables["ledger.movement"];
  s: BillsTables["ledger.movement_state"];
};
type Where = ExpressionBuilder<Joined, "m" | "s">;
type Condition = ExpressionWrapper<Joined, "m" | "s", SqlBool>;

const OPEN: readonly string[] = ["processing", "reviewing", "queued"];

/**
 * A word of the contract written into the statement itself, so that the planner can prove that a
 * partial index covers it; a parameter it could not, once the plan is a generic one.
 */
function literal(word: string) {
  return sql.lit(word);
}

function likePattern(text: string): string {
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
          // The first bound is what the index seeks by; the second breaks ties.
          where("m.event_at", "<=", after.eventAt),
          where.or([where("m.event_at", "<", after.eventAt), where("m.id", "<", after.id)]),
        ]),
  ];
}

function textCondition(where: Where, text: NonNullable<MovementFilter["text"]>): Condition {
  const named = where.and([
    where("m.title", "<>", ""),
    where("m.title", "ilike", likePattern(text.value)),
  ]);
  return text.kinds.length === 0
    ? named
    : where.or([named, where.and([where("m.title", "=", ""), where("m.kind", "in", text.kinds)])]);
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
  const { cardId, kinds, currency, minMinor, maxMinor, text } = filter;
  const magnitude = shownMagnitude(filter.kindsWithFee);
  return where.and([
    where("m.customer_id", "=", filter.customerId),
    where("m.parent_id", "is", null),
    ...(filter.onCards ? [where("m.card_id", "is not", null)] : []),
    ...(cardId === undefined ? [] : [where("m.card_id", "=", cardId)]),
    ...(kinds === undefined ? [] : [where("m.kind", "in", kinds.map(literal))]),
    ...(currency === undefined ? [] : [where("m.currency", "=", currency)]),
    ...(minMinor === undefined ? [] : [where(magnitude, ">=", minMinor)]),
    ...(maxMinor === undefined ? [] : [where(magnitude, "<=", maxMinor)]),
    ...(text === undefined ? [] : [textCondition(where, text)]),
    ...placeConditions(where, filter),
  ]);
}

function asItStands(tx: Tx) {
  return tx
    .withTables<BillsTables>()
    .selectFrom("ledger.movement as m")
    .leftJoin("ledger.movement_state as s", "s.movement_id", "m.id")
    .select(["m.id", "m.kind", "m.title", "m.card_id", "m.currency", "m.data"])
    .select(["m.event_at", "m.created_at"])
    .select([
      sql<string>`coalesce(s.status, m.status)`.as("status"),
      sql<bigint>`coalesce(s.amount, m.amount)`.as("amount"),
      sql<bigint>`coalesce(s.fee, m.fee)`.as("fee"),
    ]);
}

function newestFirst(a: MovementRow, b: MovementRow): number {
  return b.event_at.getTime() - a.event_at.getTime() || (a.id < b.id ? 1 : -1);
}

/** Movements that have had the status since they were made. */
function bornWith(tx: Tx, filter: MovementFilter, status: string): Promise<MovementRow[]> {
  return asItStands(tx)
    .where((where) => conditions(where as Where, filter))
    .where("m.status", "=", literal(status))
    .where("s.movement_id", "is", null)
    .orderBy("m.event_at", "desc")
    .orderBy("m.id", "desc")
    .limit(filter.limit)
    .execute();
}

/** Movements that came to the status, found by the projection's own indexes. */
function cameTo(tx: Tx, filter: MovementFilter, status: string): Promise<MovementRow[]> {
  const { after, from, to } = filter;
  return tx
    .withTables<BillsTables>()
    .selectFrom("ledger.movement_state as s")
    .innerJoin("ledger.movement as m", "m.id", "s.movement_id")
    .select(["m.id", "m.kind", "m.title", "m.card_id", "m.currency", "m.data"])
    .select(["m.event_at", "m.created_at", "s.status", "s.amount", "s.fee"])
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
    .limit(filter.limit)
    .execute();
}

/** A page of movements, newest first. */
export async function selectMovements(tx: Tx, filter: MovementFilter): Promise<MovementRow[]> {
  const { status } = filter;
  if (status === undefined) {
    return asItStands(tx)
      .where((where) => conditions(where as Where, filter))
      .orderBy("m.event_at", "desc")
      .orderBy("m.id", "desc")
      .limit(filter.limit)
      .execute();
  }
  // Rows that are born open are in the projection from the start.
  const born = OPEN.includes(status) ? [] : bornWith(tx, filter, status);
  const both = await Promise.all([born, cameTo(tx, filter, status)]);
  return both.flat().sort(newestFirst).slice(0, filter.limit);
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
