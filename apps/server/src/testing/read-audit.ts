import { openRecords } from "../platform/audit/audit-seal.ts";
import type { AppContext } from "../platform/context.ts";

interface Row {
  readonly ref: string;
  readonly action: string;
  readonly actor: string;
  readonly customer_id: string | null;
  readonly object: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Reads audit events with their sealed fields decrypted, oldest first, without the fields common to
 * all events.
 */
export async function readAudit(
  { db, personKeys }: Pick<AppContext, "db" | "personKeys">,
  where: { readonly action?: string; readonly object?: string; readonly customerId?: string },
): Promise<(Row & { readonly isErased: boolean })[]> {
  const rows = await db.sql<Row[]>`
    select ref, action, actor, customer_id, object, data from ledger.audit
    where (${where.action ?? null}::text is null or action = ${where.action ?? null})
      and (${where.object ?? null}::text is null or object = ${where.object ?? null})
      and (${where.customerId ?? null}::uuid is null or customer_id = ${where.customerId ?? null})
    order by id`;
  const opened = await openRecords(personKeys, db.kysely, [...rows]);
  return opened;
}
