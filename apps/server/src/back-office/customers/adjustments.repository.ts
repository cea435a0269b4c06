import type { CorrectionStatus } from "@tessera/contract/back-office/adjustments.schemas";
import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { type CorrectionRow, tables } from "./customers.tables.ts";

/** An adjustment, with the names shown to operators. */
export interface CorrectionRecord extends CorrectionRow {
  readonly customer_name: string;
  /** Last four digits of the card whose balance the adjustment changes; null for an account. */
  readonly last4: string | null;
  readonly card_status: string | null;
}

function corrections(tx: Tx) {
  return tables(tx)
    .selectFrom("correction")
    .innerJoinLateral(
      // With its own limit, so that it is looked up for each row and never read as a whole.
      (of) =>
        of
          .selectFrom("customer_contact as one")
          .select(["one.name"])
          .whereRef("one.customer_id", "=", "correction.customer_id")
          .limit(sql.lit(1))
          .as("customer"),
      (join) => join.onTrue(),
    )
    .leftJoin("card", "card.id", "correction.card_id")
    .selectAll("correction")
    .select(["customer.name as customer_name", "card.last4", "card.status as card_status"]);
}

export interface CorrectionFilter {
  readonly status?: CorrectionStatus;
  readonly customerId?: string;
  readonly now: Date;
  /** Id of the last adjustment on the previous page. */
  readonly after?: string;
  readonly limit: number;
}

/** Selects a page of adjustments, newest first. */
export function selectCorrections(tx: Tx, filter: CorrectionFilter): Promise<CorrectionRecord[]> {
  const { status, customerId, now, after, limit } = filter;
  return corrections(tx)
    .$if(status !== undefined, (query) =>
      query.where("correction.status", "=", storedStatus(status ?? "waiting")),
    )
    .$if(status === "waiting", (query) => query.where("correction.expires_at", ">", now))
    .$if(status === "expired", (query) => query.where("correction.expires_at", "<=", now))
    .$if(customerId !== undefined, (query) =>
      query.where("correction.customer_id", "=", customerId ?? ""),
    )
    .$if(after !== undefined, (query) => query.where("correction.id", "<", after ?? ""))
    .orderBy("correction.id", "desc")
    .limit(limit)
    .execute();
}

function storedStatus(status: CorrectionStatus): CorrectionRow["status"] {
  return status === "expired" ? "waiting" : status;
}

export function selectCorrection(tx: Tx, id: string): Promise<CorrectionRecord | undefined> {
  return corrections(tx).where("correction.id", "=", id).executeTakeFirst();
}

/** Selects an adjustment FOR UPDATE, so that no other transaction can decide on it. */
export function lockCorrection(tx: Tx, id: string): Promise<CorrectionRow | undefined> {
  return tables(tx)
    .selectFrom("correction")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Inserts an adjustment, unless the same call has already done so. Returns whether it was inserted.
 */
export async function insertCorrection(tx: Tx, correction: CorrectionRow): Promise<boolean> {
  const result = await tables(tx)
    .insertInto("correction")
    .values(correction)
    .onConflict((conflict) => conflict.columns(["proposer_id", "client_key"]).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export function findCorrectionByKey(
  tx: Tx,
  key: Pick<CorrectionRow, "proposer_id" | "client_key">,
): Promise<CorrectionRecord | undefined> {
  return corrections(tx)
    .where("correction.proposer_id", "=", key.proposer_id)
    .where("correction.client_key", "=", key.client_key)
    .executeTakeFirst();
}

/** The columns of a locked adjustment that can change. */
export type CorrectionChange = Partial<
  Pick<
    CorrectionRow,
    | "direction"
    | "amount_minor"
    | "reason"
    | "reference"
    | "status"
    | "revision"
    | "decider_id"
    | "decided_by"
    | "decided_at"
    | "decision_note"
    | "movement_id"
    | "before_minor"
    | "after_minor"
  >
>;

export async function updateCorrection(
  tx: Tx,
  id: string,
  change: CorrectionChange,
): Promise<void> {
  await tables(tx).updateTable("correction").set(change).where("id", "=", id).execute();
}

/** Withdraws all open adjustments by an operator who may no longer propose adjustments. */
export function withdrawCorrectionsOf(
  tx: Tx,
  proposerId: string,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<CorrectionRow[]> {
  return tables(tx)
    .updateTable("correction")
    .set({ status: "withdrawn", decider_id: proposerId, decided_by: by, decided_at: at })
    .where("proposer_id", "=", proposerId)
    .where("status", "=", "waiting")
    .returningAll()
    .execute();
}

/** Counts a customer's adjustments that are waiting for a decision. */
export async function countWaitingOf(tx: Tx, customerId: string, now: Date): Promise<number> {
  const row = await tables(tx)
    .selectFrom("correction")
    .select((one) => one.fn.countAll<bigint>().as("count"))
    .where("status", "=", "waiting")
    .where("expires_at", ">", now)
    .where("customer_id", "=", customerId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Counts the waiting adjustments that a person can decide on: all except their own. */
export async function countWaitingFor(tx: Tx, personId: string, now: Date): Promise<number> {
  const row = await tables(tx)
    .selectFrom("correction")
    .select((one) => one.fn.countAll<bigint>().as("count"))
    .where("status", "=", "waiting")
    .where("expires_at", ">", now)
    .where("proposer_id", "<>", personId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The card columns that an adjustment needs. */
export interface CorrectableCard {
  readonly id: string;
  readonly status: string;
  readonly currency: CurrencyCode;
  readonly card_account: bigint;
}

/** Finds a customer's card. Returns undefined if it belongs to another customer. */
export function findCardOf(
  tx: Tx,
  { customerId, cardId }: { readonly customerId: string; readonly cardId: string },
): Promise<CorrectableCard | undefined> {
  return tables(tx)
    .selectFrom("card")
    .select(["id", "status", "currency", "card_account"])
    .where("id", "=", cardId)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
}
