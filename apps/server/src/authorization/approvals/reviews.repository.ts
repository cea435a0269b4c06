import type { Insertable } from "kysely";
import type { PaymentReviewRow, RiskTables } from "../../db/tables/risk.tables.ts";
import type { Tx } from "../../platform/context.ts";

type ReviewStatus = PaymentReviewRow["status"];

export async function insertReview(
  tx: Tx,
  review: Insertable<RiskTables["payment_review"]>,
): Promise<void> {
  await tx
    .withTables<RiskTables>()
    .insertInto("payment_review")
    .values(review)
    .onConflict((conflict) => conflict.column("movement_id").doNothing())
    .execute();
}

function ownReview(tx: Tx, customerId: string, id: string) {
  return tx
    .withTables<RiskTables>()
    .selectFrom("payment_review")
    .selectAll()
    .where("id", "=", id)
    .where("customer_id", "=", customerId);
}

/** Selects a customer's own review FOR UPDATE. */
export function lockReview(
  tx: Tx,
  customerId: string,
  id: string,
): Promise<PaymentReviewRow | undefined> {
  return ownReview(tx, customerId, id).forNoKeyUpdate().executeTakeFirst();
}

/**
 * Returns the id of the review for a customer's payment, whether decided or not; undefined if there
 * is none.
 */
export async function findReviewOfMovement(
  tx: Tx,
  customerId: string,
  movementId: string,
): Promise<string | undefined> {
  const row = await tx
    .withTables<RiskTables>()
    .selectFrom("payment_review")
    .select("id")
    .where("movement_id", "=", movementId)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row?.id;
}

/** Finds a customer's own review. */
export function findOwnReview(
  tx: Tx,
  customerId: string,
  id: string,
): Promise<PaymentReviewRow | undefined> {
  return ownReview(tx, customerId, id).executeTakeFirst();
}

interface AskedReviews {
  /** Absent to include all customers. */
  readonly customerId?: string | undefined;
  readonly statuses: readonly ReviewStatus[];
  /** The last row of the previous page. */
  readonly after?: { readonly at: Date; readonly id: string } | undefined;
  readonly limit: number;
}

/** Lists reviews of one customer or of all customers, newest first. */
export async function listReviewRows(tx: Tx, asked: AskedReviews): Promise<PaymentReviewRow[]> {
  const { customerId, statuses, after, limit } = asked;
  if (statuses.length === 0) {
    return [];
  }
  return tx
    .withTables<RiskTables>()
    .selectFrom("payment_review")
    .selectAll()
    .where("status", "in", statuses)
    .$if(customerId !== undefined, (query) => query.where("customer_id", "=", customerId ?? ""))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple("created_at", "id"),
          "<",
          eb.tuple(after?.at ?? new Date(0), after?.id ?? ""),
        ),
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function findReview(tx: Tx, id: string): Promise<PaymentReviewRow | undefined> {
  return tx
    .withTables<RiskTables>()
    .selectFrom("payment_review")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Counts the payments awaiting their owners' approval. */
export async function countWaiting(tx: Tx, now: Date): Promise<number> {
  const { count } = await tx
    .withTables<RiskTables>()
    .selectFrom("payment_review")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("status", "=", "waiting")
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Finds overdue reviews, ordered by id. */
export async function findDueReviews(
  tx: Tx,
  now: Date,
  limit: number,
  after: { readonly id: string } | undefined,
): Promise<Pick<PaymentReviewRow, "id" | "customer_id">[]> {
  return tx
    .withTables<RiskTables>()
    .selectFrom("payment_review")
    .select(["id", "customer_id"])
    .where("status", "=", "waiting")
    .where("expires_at", "<=", now)
    .$if(after !== undefined, (query) => query.where("id", ">", after?.id ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function decideReview(
  tx: Tx,
  id: string,
  decided: Pick<PaymentReviewRow, "status" | "decided_at" | "grant_id" | "expires_at">,
): Promise<void> {
  await tx
    .withTables<RiskTables>()
    .updateTable("payment_review")
    .set(decided)
    .where("id", "=", id)
    .execute();
}
