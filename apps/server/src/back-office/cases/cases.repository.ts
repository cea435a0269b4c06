import type { Insertable, Updateable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { CaseKind, ReviewCase } from "./review-case.ts";
import type { ApprovalRow, CaseRow, ReviewsTables, StepRow } from "./reviews.tables.ts";

function tables(tx: Tx) {
  return tx.withTables<ReviewsTables>();
}

/** Converts a case for the module that owns its subject. */
export function caseOf(row: CaseRow): ReviewCase {
  return {
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    customerId: row.customer_id,
    status: row.status,
    revision: row.revision,
    amountMinor: row.amount_minor,
    currency: row.currency,
    reasons: row.reasons,
    needsTwo: row.needs_two,
  };
}

/** Inserts a case. Returns false if its subject already has an open case. */
export async function insertCase(
  tx: Tx,
  row: Insertable<ReviewsTables["review_case"]>,
): Promise<boolean> {
  const result = await tables(tx)
    .insertInto("review_case")
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function findCase(tx: Tx, id: string): Promise<CaseRow | undefined> {
  return tables(tx).selectFrom("review_case").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Finds the customer's most recent case of one type about one subject, open or closed. */
export async function findNewestCase(
  tx: Tx,
  subject: {
    readonly kind: CaseKind;
    readonly subjectId: string;
    readonly customerId: string;
  },
): Promise<CaseRow | undefined> {
  return tables(tx)
    .selectFrom("review_case")
    .selectAll()
    .where("customer_id", "=", subject.customerId)
    .where("kind", "=", subject.kind)
    .where("subject_id", "=", subject.subjectId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Selects a case FOR UPDATE, which serializes its changes. */
export async function lockCase(tx: Tx, id: string): Promise<CaseRow | undefined> {
  return tables(tx)
    .selectFrom("review_case")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Selects the open case about a subject FOR UPDATE. */
export async function lockCaseOf(
  tx: Tx,
  subject: { readonly kind: CaseKind; readonly subjectId: string },
): Promise<CaseRow | undefined> {
  return tables(tx)
    .selectFrom("review_case")
    .selectAll()
    .where("kind", "=", subject.kind)
    .where("subject_id", "=", subject.subjectId)
    .where("decided_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Selects the latest case of each subject. Subjects without a case are absent. */
export async function selectCaseIds(
  tx: Tx,
  kind: CaseKind,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows =
    subjectIds.length === 0
      ? []
      : await tables(tx)
          .selectFrom("review_case")
          .select(["id", "subject_id"])
          .where("kind", "=", kind)
          .where("subject_id", "in", subjectIds)
          .orderBy("id")
          .execute();
  return new Map(rows.map(({ id, subject_id: subjectId }) => [subjectId, id]));
}

/** Finds a customer's open case of a given type. Returns undefined if there is none. */
export function selectOpenCase(
  tx: Tx,
  { kind, customerId }: { readonly kind: CaseKind; readonly customerId: string },
): Promise<Pick<CaseRow, "id" | "subject_id"> | undefined> {
  return tables(tx)
    .selectFrom("review_case")
    .select(["id", "subject_id"])
    .where("customer_id", "=", customerId)
    .where("kind", "=", kind)
    .where("decided_at", "is", null)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** Selects the subjects of all open cases of one type. */
export async function selectOpenSubjects(tx: Tx, kind: CaseKind): Promise<string[]> {
  const rows = await tables(tx)
    .selectFrom("review_case")
    .select("subject_id")
    .where("kind", "=", kind)
    .where("decided_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ subject_id: subjectId }) => subjectId);
}

export async function updateCase(
  tx: Tx,
  id: string,
  change: Updateable<ReviewsTables["review_case"]>,
): Promise<void> {
  await tables(tx).updateTable("review_case").set(change).where("id", "=", id).execute();
}

export async function insertStep(
  tx: Tx,
  step: Insertable<ReviewsTables["review_step"]>,
): Promise<void> {
  await tables(tx).insertInto("review_step").values(step).execute();
}

/** Lists the steps of a case, oldest first. */
export async function selectSteps(tx: Tx, caseId: string): Promise<StepRow[]> {
  return tables(tx)
    .selectFrom("review_step")
    .selectAll()
    .where("case_id", "=", caseId)
    .orderBy("id")
    .execute();
}

/** Lists the approvals for a case's revision, oldest first. */
export async function selectApprovals(
  tx: Tx,
  { id, revision }: { readonly id: string; readonly revision: number },
): Promise<ApprovalRow[]> {
  return tables(tx)
    .selectFrom("review_approval")
    .selectAll()
    .where("case_id", "=", id)
    .where("revision", "=", revision)
    .orderBy("at")
    .execute();
}

export async function insertApproval(tx: Tx, row: ApprovalRow): Promise<void> {
  await tables(tx)
    .insertInto("review_approval")
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Selects the cases whose customer did not answer a question in time, ordered by id. */
export async function selectUnanswered(
  tx: Tx,
  { now, limit, after }: { now: Date; limit: number; after: string | undefined },
): Promise<Pick<CaseRow, "id">[]> {
  return tables(tx)
    .selectFrom("review_case")
    .select("id")
    .where("status", "=", "waiting_customer")
    .where("answer_due_at", "<=", now)
    .$if(after !== undefined, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
}
