import type { MandateStatus } from "@tessera/contract/cards/mandates.schemas";
import { sql } from "kysely";
import type { CardRow } from "../../db/tables/cards.tables.ts";
import type { Tx } from "../../platform/context.ts";
import { keyset } from "../../platform/paging/keyset.ts";
import type { Seek } from "../../platform/paging/pages.ts";
import type { MandateRow, MandatesTables } from "./mandates.tables.ts";

const BY_MANDATE = [
  { by: sql`mandate.created_at`, type: "timestamptz" },
  { by: sql`mandate.id`, type: "uuid" },
] as const;

/** A mandate with its card, if one was issued. */
export interface MandateWithCard extends MandateRow {
  readonly card_last4: string | null;
  readonly card_status: CardRow["status"] | null;
  /** How many payments the card made. */
  readonly uses: bigint;
}

/** A mandate as it is proposed. */
export type NewMandate = Pick<
  MandateRow,
  | "id"
  | "customer_id"
  | "person_id"
  | "key_id"
  | "key_name"
  | "client_key"
  | "created_at"
  | "changed_at"
> &
  MandateTermsRow;

/** What a change of a proposed mandate replaces. */
export type MandateTermsRow = Pick<
  MandateRow,
  | "merchant_name"
  | "merchant_key"
  | "ceiling_minor"
  | "currency"
  | "until"
  | "purpose"
  | "hidden_characters"
>;

/** Returns the name of one of a customer's API keys. */
export async function findKeyName(
  tx: Tx,
  customerId: string,
  keyId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from api_key where id = ${keyId} and customer_id = ${customerId}`.execute(tx);
  return rows[0]?.name;
}

/** Inserts a mandate. Returns false if the customer has already used the key for a proposal. */
export async function insertMandate(tx: Tx, mandate: NewMandate): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .withTables<MandatesTables>()
    .insertInto("purchase_mandate")
    .values(mandate)
    .onConflict((conflict) => conflict.columns(["customer_id", "client_key"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

function mandates(tx: Tx, customerId: string) {
  return tx
    .withTables<MandatesTables>()
    .selectFrom("purchase_mandate as mandate")
    .leftJoin("card", "card.id", "mandate.card_id")
    .leftJoin("ledger.counter as used", (join) =>
      join.onRef("used.subject", "=", "card.id").on("used.time_window", "=", "uses"),
    )
    .selectAll("mandate")
    .select(["card.last4 as card_last4", "card.status as card_status"])
    .select((eb) => eb.fn.coalesce("used.count", eb.lit(0)).$castTo<bigint>().as("uses"))
    .where("mandate.customer_id", "=", customerId);
}

/** Finds one of a customer's mandates. */
export async function findMandate(
  tx: Tx,
  customerId: string,
  id: string,
): Promise<MandateWithCard | undefined> {
  return mandates(tx, customerId).where("mandate.id", "=", id).executeTakeFirst();
}

/** Reads a mandate again after a change in the same transaction. */
export async function readBack(
  tx: Tx,
  { id, customer_id: customerId }: Pick<MandateRow, "id" | "customer_id">,
): Promise<MandateWithCard> {
  const row = await findMandate(tx, customerId, id);
  if (row === undefined) {
    throw new Error(`mandate ${id} is missing`);
  }
  return row;
}

/** Finds the mandate that was proposed with an idempotency key. */
export async function findMandateByKey(
  tx: Tx,
  customerId: string,
  clientKey: string,
): Promise<MandateWithCard | undefined> {
  return mandates(tx, customerId).where("mandate.client_key", "=", clientKey).executeTakeFirst();
}

/** Lists a customer's mandates, newest first. */
export async function listMandateRows(
  tx: Tx,
  customerId: string,
  status: MandateStatus | undefined,
  seek: Seek,
): Promise<MandateWithCard[]> {
  const own = mandates(tx, customerId).$if(status !== undefined, (query) =>
    query.where("mandate.status", "=", status ?? "proposed"),
  );
  return keyset(own, BY_MANDATE, "desc", seek).execute();
}

/** Counts a customer's mandates that wait for a decision. */
export async function countProposed(tx: Tx, customerId: string, now: Date): Promise<number> {
  const { count } = await tx
    .withTables<MandatesTables>()
    .selectFrom("purchase_mandate")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("customer_id", "=", customerId)
    .where("status", "=", "proposed")
    .where("until", ">", now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Selects a mandate FOR UPDATE: a customer's, or anybody's for a job. */
export async function lockMandate(
  tx: Tx,
  id: string,
  customerId?: string,
): Promise<MandateRow | undefined> {
  return tx
    .withTables<MandatesTables>()
    .selectFrom("purchase_mandate")
    .selectAll()
    .where("id", "=", id)
    .$if(customerId !== undefined, (query) => query.where("customer_id", "=", customerId ?? ""))
    .forUpdate()
    .executeTakeFirst();
}

/** Replaces the terms of a locked mandate, and increments its revision. */
export async function updateTerms(
  tx: Tx,
  id: string,
  terms: MandateTermsRow,
  changedAt: Date,
): Promise<void> {
  await tx
    .withTables<MandatesTables>()
    .updateTable("purchase_mandate")
    .set((eb) => ({ ...terms, changed_at: changedAt, revision: eb("revision", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

type Outcome = Pick<MandateRow, "status"> &
  Partial<
    Pick<
      MandateRow,
      | "card_id"
      | "opening_fee_minor"
      | "load_fee_minor"
      | "approval_key"
      | "decided_at"
      | "ended_at"
    >
  >;

/** Records what became of a locked mandate. */
export async function updateOutcome(tx: Tx, id: string, outcome: Outcome): Promise<void> {
  await tx
    .withTables<MandatesTables>()
    .updateTable("purchase_mandate")
    .set(outcome)
    .where("id", "=", id)
    .execute();
}

/** How a mandate's card stands. */
export interface CardOfMandate {
  readonly status: CardRow["status"];
  readonly heldMinor: bigint;
  readonly uses: bigint;
}

/** Reads how the card of a mandate stands. */
export async function findCardOfMandate(tx: Tx, cardId: string): Promise<CardOfMandate> {
  const { rows } = await sql<CardOfMandate>`
    select card.status, own.held as "heldMinor", coalesce(used.count, 0) as uses
    from card
    join ledger.balance own on own.account_id = card.card_account
    left join ledger.counter used on used.subject = card.id and used.time_window = 'uses'
    where card.id = ${cardId}`.execute(tx);
  const [found] = rows;
  if (found === undefined) {
    throw new Error(`card ${cardId} is missing`);
  }
  return found;
}

/**
 * Finds mandates that have to end, ordered by id: whose time has passed, whose card has paid and
 * has nothing on hold, or whose card was closed.
 */
export async function findEndingMandates(
  tx: Tx,
  now: Date,
  limit: number,
  after: Pick<MandateRow, "id"> | undefined,
): Promise<Pick<MandateRow, "id">[]> {
  const { rows } = await sql<Pick<MandateRow, "id">>`
    select mandate.id from purchase_mandate mandate
    left join card on card.id = mandate.card_id
    left join ledger.balance own on own.account_id = card.card_account
    left join ledger.counter used on used.subject = card.id and used.time_window = 'uses'
    where mandate.status in ('proposed', 'approved')
      and (mandate.until <= ${now} or card.status = 'closed' or (used.count > 0 and own.held = 0))
      and (${after?.id ?? null}::uuid is null or mandate.id > ${after?.id ?? null}::uuid)
    order by mandate.id limit ${limit}`.execute(tx);
  return rows;
}
