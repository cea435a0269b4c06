import type { Insertable } from "kysely";
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
