import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { type Selectable, sql } from "kysely";
import type { HitRow, RiskTables } from "../../db/tables/risk.tables.ts";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";
import { keyset } from "../../platform/paging/keyset.ts";
import type { Seek } from "../../platform/paging/pages.ts";

/** Tables of other modules that strategies refer to: customers and cards. */
type ReferencedTables = {
  customer: Pick<Table<"customer">, "id" | "risk_revision">;
  card: Pick<
    Table<"card", { status: "active" | "frozen" | "closed" }>,
    "id" | "customer_id" | "status"
  >;
};

/** A strategy with its current version. */
export type StrategyRecord = Pick<
  RiskTables["risk_strategy"],
  "id" | "customer_id" | "status" | "status_since" | "version" | "created_at"
> &
  Pick<RiskTables["risk_strategy_version"], "name" | "rule">;

export type VersionRecord = Pick<
  RiskTables["risk_strategy_version"],
  "version" | "name" | "rule" | "created_at"
>;

/**
 * A strategy's hits: this month's total, how many of those were in shadow mode, and the most recent
 * hit.
 */
export interface StrategyUse {
  readonly strategy_id: string;
  readonly hits: number;
  readonly tried: number;
  readonly last_hit_at: Date | null;
}

/** A hit with the name that the strategy had at the time. */
export type NamedHit = HitRow & { readonly name: string };

/**
 * Locks a customer until the transaction ends. Every change to a customer's strategies takes this
 * lock first, so that concurrent changes see each other.
 */
export async function lockCustomer(tx: Tx, customerId: string): Promise<void> {
  await tx
    .withTables<ReferencedTables>()
    .selectFrom("customer")
    .select("id")
    .where("id", "=", customerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Increments the revision, which makes servers reload the customer's strategies and exceptions. */
export async function raiseRevision(tx: Tx, customerId: string): Promise<void> {
  await tx
    .withTables<ReferencedTables>()
    .updateTable("customer")
    .set((eb) => ({ risk_revision: eb("risk_revision", "+", 1n) }))
    .where("id", "=", customerId)
    .execute();
}

/** Selects the cards in `cardIds` that belong to the customer, with their status. */
export function selectOwnCards(
  tx: Tx,
  customerId: string,
  cardIds: readonly string[],
): Promise<Pick<Selectable<ReferencedTables["card"]>, "id" | "status">[]> {
  return tx
    .withTables<ReferencedTables>()
    .selectFrom("card")
    .select(["id", "status"])
    .where("customer_id", "=", customerId)
    .where("id", "in", [...cardIds])
    .execute();
}

export type NewStrategy = Omit<StrategyRecord, "status" | "status_since" | "version"> & {
  readonly client_key: string;
};

/** Inserts a draft with its first version. */
export async function insertStrategy(tx: Tx, strategy: NewStrategy): Promise<void> {
  const { name, rule, ...row } = strategy;
  const db = tx.withTables<RiskTables>();
  await db
    .insertInto("risk_strategy")
    .values({ ...row, status: "draft", status_since: row.created_at, version: 1 })
    .execute();
  await db
    .insertInto("risk_strategy_version")
    .values({ strategy_id: row.id, version: 1, name, rule, created_at: row.created_at })
    .execute();
}

/** Inserts a strategy's next version. The caller holds a lock on the customer's row. */
export async function insertVersion(
  tx: Tx,
  strategyId: string,
  version: { version: number; name: string; rule: StrategyRule; created_at: Date },
): Promise<void> {
  const db = tx.withTables<RiskTables>();
  await db
    .insertInto("risk_strategy_version")
    .values({ strategy_id: strategyId, ...version })
    .execute();
  await db
    .updateTable("risk_strategy")
    .set({ version: version.version })
    .where("id", "=", strategyId)
    .execute();
}

export async function updateStatus(
  tx: Tx,
  strategyId: string,
  { status, at }: { status: StrategyRecord["status"]; at: Date },
): Promise<void> {
  await tx
    .withTables<RiskTables>()
    .updateTable("risk_strategy")
    .set({ status, status_since: at })
    .where("id", "=", strategyId)
    .execute();
}

/** Records the version and status that apply from now on. */
export async function insertChange(
  tx: Tx,
  change: { strategy_id: string; version: number; status: StrategyRecord["status"]; at: Date },
): Promise<void> {
  await tx.withTables<RiskTables>().insertInto("risk_strategy_change").values(change).execute();
}

function records(tx: Tx, customerId: string) {
  return tx
    .withTables<RiskTables>()
    .selectFrom("risk_strategy as strategy")
    .innerJoin("risk_strategy_version as version", (join) =>
      join
        .onRef("version.strategy_id", "=", "strategy.id")
        .onRef("version.version", "=", "strategy.version"),
    )
    .select([
      "strategy.id",
      "strategy.customer_id",
      "strategy.status",
      "strategy.status_since",
      "strategy.version",
      "strategy.created_at",
      "version.name",
      "version.rule",
    ])
    .where("strategy.customer_id", "=", customerId);
}

/**
 * Finds a customer's own strategy, whether or not it is retired, or returns undefined if there is
 * none.
 */
export function findStrategyRecord(
  tx: Tx,
  customerId: string,
  strategyId: string,
): Promise<StrategyRecord | undefined> {
  return records(tx, customerId).where("strategy.id", "=", strategyId).executeTakeFirst();
}

/** Finds the strategy that was drafted under a client key. */
export function findStrategyByKey(
  tx: Tx,
  customerId: string,
  clientKey: string,
): Promise<StrategyRecord | undefined> {
  return records(tx, customerId).where("strategy.client_key", "=", clientKey).executeTakeFirst();
}

const NEWEST_FIRST = [
  { by: sql`strategy.created_at`, type: "timestamptz" },
  { by: sql`strategy.id`, type: "uuid" },
] as const;

/** Lists a customer's strategies that are not retired, newest first. */
export function listStrategyRecords(
  tx: Tx,
  customerId: string,
  seek: Seek,
): Promise<StrategyRecord[]> {
  const current = records(tx, customerId).where("strategy.status", "<>", "retired");
  return keyset(current, NEWEST_FIRST, "desc", seek).execute();
}

export async function countStrategies(tx: Tx, customerId: string): Promise<number> {
  const { count } = await tx
    .withTables<RiskTables>()
    .selectFrom("risk_strategy")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("customer_id", "=", customerId)
    .where("status", "<>", "retired")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists a strategy's versions, newest first. */
export function listVersions(tx: Tx, strategyId: string, limit: number): Promise<VersionRecord[]> {
  return tx
    .withTables<RiskTables>()
    .selectFrom("risk_strategy_version")
    .select(["version", "name", "rule", "created_at"])
    .where("strategy_id", "=", strategyId)
    .orderBy("version", "desc")
    .limit(limit)
    .execute();
}

/** The month in the program's calendar that contains a given time. */
export interface MonthOf {
  readonly now: Date;
  readonly timeZone: string;
}

function monthStart({ now, timeZone }: MonthOf) {
  return sql<Date>`date_trunc('month', ${now}::timestamptz, ${timeZone})`;
}

/**
 * Selects the hits of strategies in the program's current month, using one index scan per strategy.
 */
export async function selectUses(
  tx: Tx,
  strategyIds: readonly string[],
  month: MonthOf,
): Promise<StrategyUse[]> {
  const { rows } = await sql<StrategyUse>`
    select strategy.id as strategy_id, used.hits, used.tried,
      (select max(at) from risk_hit where strategy_id = strategy.id) as last_hit_at
    from unnest(${[...strategyIds]}::uuid[]) as strategy (id), lateral (
      select count(*)::int as hits, count(*) filter (where shadow)::int as tried
      from risk_hit where strategy_id = strategy.id and at >= ${monthStart(month)}
    ) used`.execute(tx);
  return rows;
}

/**
 * Counts a customer's payments that strategies declined or held for review in the program's current
 * month.
 */
export async function countStopped(tx: Tx, customerId: string, month: MonthOf): Promise<number> {
  const { count } = await tx
    .withTables<RiskTables>()
    .selectFrom("risk_hit")
    .select((eb) => eb.fn.count("movement_id").distinct().as("count"))
    .where("customer_id", "=", customerId)
    .where("at", ">=", monthStart(month))
    .where("shadow", "=", false)
    .where("action", "<>", "notify")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Selects a page of hits, newest first. */
export function selectHits(
  tx: Tx,
  query: {
    readonly customerId: string;
    readonly strategyId?: string;
    readonly after?: { readonly at: Date; readonly id: string };
    readonly limit: number;
  },
): Promise<NamedHit[]> {
  const { strategyId, after } = query;
  return tx
    .withTables<RiskTables>()
    .selectFrom("risk_hit as hit")
    .innerJoin("risk_strategy_version as version", (join) =>
      join
        .onRef("version.strategy_id", "=", "hit.strategy_id")
        .onRef("version.version", "=", "hit.version"),
    )
    .selectAll("hit")
    .select("version.name")
    .where("hit.customer_id", "=", query.customerId)
    .$if(strategyId !== undefined, (some) => some.where("hit.strategy_id", "=", strategyId ?? null))
    .$if(after !== undefined, (some) =>
      some.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("hit.at", "hit.id"), "<", tuple(after?.at ?? new Date(0), after?.id ?? "")),
      ),
    )
    .orderBy("hit.at", "desc")
    .orderBy("hit.id", "desc")
    .limit(query.limit)
    .execute();
}
