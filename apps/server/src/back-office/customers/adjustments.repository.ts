import type { CorrectionStatus } from "@tessera/contract/back-office/adjustments.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Tx } from "../../platform/context.ts";
import { type CorrectionRow, tables } from "./customers.tables.ts";

/** A correction with the names that readers know its parts by. */
export interface CorrectionRecord extends CorrectionRow {
  readonly customer_name: string;
  /** Of the card that it is about. */
  readonly last4: string | null;
  readonly card_status: string | null;
}

function corrections(tx: Tx) {
  return tables(tx)
    .selectFrom("correction")
    .innerJoin("person", "person.customer_id", "correction.customer_id")
    .leftJoin("card", "card.id", "correction.card_id")
    .selectAll("correction")
    .select(["person.username as customer_name", "card.last4", "card.status as card_status"]);
}

export interface CorrectionFilter {
  readonly status?: CorrectionStatus;
  readonly customerId?: string;
  readonly now: Date;
  /** The correction behind which the page begins. */
  readonly after?: string;
  readonly limit: number;
}

/** A page of corrections, newest first. */
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

/** A correction that no other transaction decides until this one ends. */
export function lockCorrection(tx: Tx, id: string): Promise<CorrectionRow | undefined> {
  return tables(tx)
    .selectFrom("correction")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Adds a correction, unless the same call did; answers whether it was added. */
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

/** What may change of a locked correction. */
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

/** How many corrections of a customer wait for a decision. */
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

/** How many wait for a decision that a person may give: all but their own. */
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

/** As much of a card as a correction of it needs. */
export interface CorrectableCard {
  readonly id: string;
  readonly status: string;
  readonly currency: CurrencyCode;
  readonly card_account: bigint;
}

/** A customer's card; undefined for another's. */
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
