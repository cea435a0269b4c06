import { openRecords } from "../../platform/audit/audit-seal.ts";
import type { ArchiveContext, Row } from "./archive-section.ts";

/**
 * Replaces the data of audit rows, looked up by `id`, with only the IP address and browser from
 * which each action was taken. The archive reads audit data only here.
 */
export async function withPlaces(
  { db, personKeys }: ArchiveContext,
  _customerId: string,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const records = rows.map(({ data, ...row }) => ({
    row,
    ref: String(row.id),
    data: (data ?? {}) as Row,
  }));
  const opened = await openRecords(personKeys, db.kysely, records);
  return opened.map(({ row, data }) => ({
    ...row,
    ip: data.ip ?? null,
    device: data.device ?? null,
  }));
}
