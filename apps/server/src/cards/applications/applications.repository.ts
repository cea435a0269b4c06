import { type Insertable, sql, type Updateable } from "kysely";
import type {
  CardApplicationRow,
  CardSegmentRow,
  IssuingTables,
} from "../../db/tables/issuing.tables.ts";
import type { Tx } from "../../platform/context.ts";
import { keyset } from "../../platform/paging/keyset.ts";
import type { Seek } from "../../platform/paging/pages.ts";

/** An application with its segment. */
export type ApplicationWithSegment = CardApplicationRow &
  Pick<CardSegmentRow, "network" | "type" | "currency">;

/**
 * Inserts an application. Returns false if the customer has already used the key for an
 * application. Waits for any other server that is currently inserting an application with the same
 * key.
 */
export async function insertApplication(
  tx: Tx,
  application: Insertable<IssuingTables["card_application"]>,
): Promise<boolean> {
  const result = await tx
    .withTables<IssuingTables>()
    .insertInto("card_application")
    .values(application)
    .onConflict((conflict) => conflict.columns(["customer_id", "client_key"]).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

function applications(tx: Tx, customerId: string) {
  return tx
    .withTables<IssuingTables>()
    .selectFrom("card_application as application")
    .innerJoin("card_segment as segment", "segment.id", "application.segment_id")
    .selectAll("application")
    .select(["segment.network", "segment.type", "segment.currency"])
    .where("application.customer_id", "=", customerId);
}

const BY_APPLICATION = [
  { by: sql`application.created_at`, type: "timestamptz" },
  { by: sql`application.id`, type: "uuid" },
] as const;

/** Lists a customer's applications, newest first. */
export async function listApplications(
  tx: Tx,
  customerId: string,
  seek: Seek,
): Promise<ApplicationWithSegment[]> {
  return keyset(applications(tx, customerId), BY_APPLICATION, "desc", seek).execute();
}

/** Selects an application FOR UPDATE. */
export async function lockApplication(tx: Tx, id: string): Promise<CardApplicationRow | undefined> {
  return tx
    .withTables<IssuingTables>()
    .selectFrom("card_application")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function findApplication(tx: Tx, id: string): Promise<CardApplicationRow | undefined> {
  return tx
    .withTables<IssuingTables>()
    .selectFrom("card_application")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function updateApplication(
  tx: Tx,
  id: string,
  change: Pick<Updateable<IssuingTables["card_application"]>, "status" | "card_id" | "hold_id">,
): Promise<void> {
  await tx
    .withTables<IssuingTables>()
    .updateTable("card_application")
    .set(change)
    .where("id", "=", id)
    .execute();
}

/** Counts the cards that a customer has applied for since a given time. */
export async function countApplications(tx: Tx, customerId: string, since: Date): Promise<number> {
  const { count } = await tx
    .withTables<IssuingTables>()
    .selectFrom("card_application")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("customer_id", "=", customerId)
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Finds the application made with an idempotency key. */
export async function findApplicationByKey(
  tx: Tx,
  customerId: string,
  clientKey: string,
): Promise<ApplicationWithSegment | undefined> {
  return applications(tx, customerId)
    .where("application.client_key", "=", clientKey)
    .executeTakeFirst();
}
