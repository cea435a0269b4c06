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

/** A text that an event's address, its browser's `User-Agent` or its title must contain. */
export interface RecordText {
  readonly q: string;
  /** The actions whose own title contains it. */
  readonly acts: readonly string[];
}

interface FoundRecords {
  readonly rows: readonly OpenedRecord[];
  /** Where the search ended, if that is why there are fewer than requested. */
  readonly horizon?: string;
}

/** How many sealed events are read and opened at a time during a text search. */
const CHUNK = 500;

function hasText(record: OpenedRecord, { q, acts }: RecordText): boolean {
  const wanted = q.toLowerCase();
  const sees = (key: string) => (factOf(record, key) ?? "").toLowerCase().includes(wanted);
  return acts.includes(record.action) || sees("ip") || sees("device");
}

/**
 * Finds a page of audit events, newest first, reading no more of the index than a page may, with
 * their sealed fields opened. A text is searched for here, in the opened fields, since no query can
 * read a sealed one.
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

/** Finds one audit event with its sealed fields opened, of one customer if given. */
export async function findRecord(
  { db, personKeys }: AppContext,
  key: { readonly ref: string; readonly customerId?: string },
): Promise<OpenedRecord | undefined> {
  const record = await selectRecord(db.kysely, key);
  const [opened] = record === undefined ? [] : await openRecords(personKeys, db.kysely, [record]);
  return opened;
}
