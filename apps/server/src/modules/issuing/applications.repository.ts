import type { Insertable, Updateable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { CardApplicationRow, CardSegmentRow, IssuingTables } from "./issuing.tables.ts";

/** An application with what it was for. */
export type ApplicationWithSegment = CardApplicationRow &
  Pick<CardSegmentRow, "network" | "type" | "currency">;

export async function insertApplication(
  tx: Tx,
  application: Insertable<IssuingTables["card_application"]>,
): Promise<void> {
  await tx.withTables<IssuingTables>().insertInto("card_application").values(application).execute();
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

/** A customer's applications, newest first. */
export async function listApplications(
  tx: Tx,
  customerId: string,
  limit: number,
): Promise<ApplicationWithSegment[]> {
  return applications(tx, customerId)
    .orderBy("application.created_at", "desc")
    .orderBy("application.id", "desc")
    .limit(limit)
    .execute();
}

/** An application that is decided, locked until the transaction ends. */
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

/** How many cards a customer applied for since a time. */
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

/** The application that was made under a client's key. */
export async function findApplicationByKey(
  tx: Tx,
  customerId: string,
  clientKey: string,
): Promise<ApplicationWithSegment | undefined> {
  return applications(tx, customerId)
    .where("application.client_key", "=", clientKey)
    .executeTakeFirst();
}
