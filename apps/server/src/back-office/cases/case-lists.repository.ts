import type { CaseKind, CaseStatus } from "@tessera/contract/back-office/reviews.schemas";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { OPERATORS_ONLY } from "./operators-only.policy.ts";
import type { ApprovalRow, CaseRow, ReviewsTables } from "./reviews.tables.ts";

function tables(tx: Tx) {
  return tx.withTables<ReviewsTables>();
}

/** Last row of the previous page. */
export interface CasePlace {
  readonly at: Date;
  readonly id: string;
}

interface OwnCases {
  readonly customerId: string;
  readonly statuses: readonly CaseStatus[];
  readonly kind?: CaseKind | undefined;
  readonly after?: CasePlace | undefined;
  readonly limit: number;
}

/** Lists a customer's cases, newest first. */
export async function listOwnCases(tx: Tx, asked: OwnCases): Promise<CaseRow[]> {
  const { customerId, statuses, kind, after, limit } = asked;
  return tables(tx)
    .selectFrom("review_case")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("kind", "not in", OPERATORS_ONLY)
    .where("status", "in", statuses)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? "deposit"))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple("opened_at", "id"),
          "<",
          eb.tuple(after?.at ?? new Date(0), after?.id ?? ""),
        ),
      ),
    )
    .orderBy("opened_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export interface AllCases {
  readonly statuses: readonly CaseStatus[];
  readonly kind?: CaseKind | undefined;
  readonly customerId?: string | undefined;
  /** User id of an operator; `null` for unassigned cases. */
  readonly assigneeId?: string | null | undefined;
  /** Only cases that are due before this time. */
  readonly dueBefore?: Date | undefined;
  readonly after?: CasePlace | undefined;
  readonly order: "asc" | "desc";
  readonly limit: number;
}

/** Lists all customers' cases by the time they were opened. */
export async function listAllCases(tx: Tx, asked: AllCases): Promise<CaseRow[]> {
  const { statuses, kind, customerId, assigneeId, dueBefore, after, order, limit } = asked;
  return tables(tx)
    .selectFrom("review_case")
    .selectAll()
    .where("status", "in", statuses)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? "deposit"))
    .$if(customerId !== undefined, (query) => query.where("customer_id", "=", customerId ?? ""))
    .$if(assigneeId === null, (query) => query.where("assignee_id", "is", null))
    .$if(typeof assigneeId === "string", (query) =>
      query.where("assignee_id", "=", assigneeId ?? ""),
    )
    .$if(dueBefore !== undefined, (query) => query.where("due_at", "<=", dueBefore ?? new Date(0)))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple("opened_at", "id"),
          order === "asc" ? ">" : "<",
          eb.tuple(after?.at ?? new Date(0), after?.id ?? ""),
        ),
      ),
    )
    .orderBy("opened_at", order)
    .orderBy("id", order)
    .limit(limit)
    .execute();
}

/** The number of waiting cases of one type. */
export interface CaseCount {
  readonly kind: CaseKind;
  readonly todo: number;
  readonly waiting: number;
  readonly overdue: number;
  readonly mine: number;
  readonly oldestAt: Date | null;
}

/** Counts the waiting cases of each type. Omits types without waiting cases. */
export async function countCases(
  tx: Tx,
  { now, operatorId }: { readonly now: Date; readonly operatorId: string },
): Promise<CaseCount[]> {
  const isOurs = sql`status in ('open', 'in_review')`;
  return tables(tx)
    .selectFrom("review_case")
    .select([
      "kind",
      sql<number>`(count(*) filter (where ${isOurs}))::int`.as("todo"),
      sql<number>`(count(*) filter (where status = 'waiting_customer'))::int`.as("waiting"),
      sql<number>`(count(*) filter (where due_at <= ${now}))::int`.as("overdue"),
      sql<number>`(count(*) filter (where assignee_id = ${operatorId}))::int`.as("mine"),
      sql<Date | null>`min(opened_at) filter (where ${isOurs})`.as("oldestAt"),
    ])
    .where("decided_at", "is", null)
    .groupBy("kind")
    .execute();
}

/** Lists the approvals for each case's current revision, oldest first. */
export async function approvalsOf(tx: Tx, ids: readonly string[]): Promise<ApprovalRow[]> {
  if (ids.length === 0) {
    return [];
  }
  return tables(tx)
    .selectFrom("review_approval as approval")
    .innerJoin("review_case as held", (join) =>
      join
        .onRef("held.id", "=", "approval.case_id")
        .onRef("held.revision", "=", "approval.revision"),
    )
    .selectAll("approval")
    .where("approval.case_id", "in", ids)
    .orderBy("approval.at")
    .execute();
}
