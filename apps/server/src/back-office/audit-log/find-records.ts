import { openRecords } from "../../platform/audit/audit-seal.ts";
import type { AppContext } from "../../platform/context.ts";
import {
  type RecordFilter,
  selectHorizon,
  selectRecord,
  selectRecords,
} from "./audit-records.repository.ts";
import type { OpenedRecord } from "./logs.tables.ts";
import { factOf } from "./record-readings.policy.ts";

/** Text that a record's address, its browser's own words or its act's title must have in it. */
export interface RecordText {
  readonly q: string;
  /** The acts whose own title has it. */
  readonly acts: readonly string[];
}

interface FoundRecords {
  readonly rows: readonly OpenedRecord[];
  /** Where looking ended, where that is why there are fewer than asked for. */
  readonly horizon?: string;
}

/** How many sealed records are read and opened at a time while text is looked for. */
const CHUNK = 500;

function hasText(record: OpenedRecord, { q, acts }: RecordText): boolean {
  const wanted = q.toLowerCase();
  const sees = (key: string) => (factOf(record, key) ?? "").toLowerCase().includes(wanted);
  return acts.includes(record.action) || sees("ip") || sees("device");
}

/**
 * A page of records, newest first, from no more of the index than a page may read, with their
 * sealed fields opened. A text is searched for here, in the opened fields, since no query can read
 * a sealed one.
 */
export async function findRecords(
  context: AppContext,
  filter: RecordFilter,
  text: RecordText | undefined,
): Promise<FoundRecords> {
  const tx = context.db.kysely;
  if (text === undefined) {
    const { rows, horizon } = await selectRecords(tx, filter);
    const opened = await openRecords(context.personKeys, tx, rows);
    return { rows: opened, ...(horizon !== undefined && { horizon }) };
  }
  const sparse = { ...filter, isSparse: true };
  const horizon = await selectHorizon(tx, sparse);
  const found: OpenedRecord[] = [];
  let after = filter.after;
  for (;;) {
    const chunk = { ...sparse, limit: CHUNK, ...(after !== undefined && { after }) };
    const { rows } = await selectRecords(tx, chunk, horizon);
    const opened = await openRecords(context.personKeys, tx, rows);
    found.push(...opened.filter((record) => hasText(record, text)));
    if (found.length >= filter.limit) {
      return { rows: found.slice(0, filter.limit) };
    }
    if (rows.length < CHUNK) {
      return { rows: found, ...(horizon !== undefined && { horizon }) };
    }
    after = rows.at(-1)?.ref;
  }
}

/** One record with its sealed fields opened; of a customer where that is said. */
export async function findRecord(
  { db, personKeys }: AppContext,
  key: { readonly ref: string; readonly customerId?: string },
): Promise<OpenedRecord | undefined> {
  const record = await selectRecord(db.kysely, key);
  const [opened] = record === undefined ? [] : await openRecords(personKeys, db.kysely, [record]);
  return opened;
}
