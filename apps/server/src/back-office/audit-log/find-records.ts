import { openRecords } from "../../platform/audit/audit-seal.ts";
import type { AppContext } from "../../platform/context.ts";
import {
  type RecordFilter,
  selectHorizon,
  selectRecord,
  selectRecords,
} from "./audit-records.repository.ts";
import type { OpenedRecord } from "./logs.tables.ts";
import { factOf } from "./record-facts.policy.ts";

/** Text to search for in an event's IP address, `User-Agent`, and title. */
export interface RecordText {
  readonly q: string;
  /** Actions whose title contains the text. */
  readonly acts: readonly string[];
}

interface FoundRecords {
  readonly rows: readonly OpenedRecord[];
  /** Where the search stopped, if that is why there are fewer events than requested. */
  readonly horizon?: string;
}

/** Number of sealed events that a text search reads and opens at a time. */
const CHUNK = 500;

function hasText(record: OpenedRecord, { q, acts }: RecordText): boolean {
  const wanted = q.toLowerCase();
  const sees = (key: string) => (factOf(record, key) ?? "").toLowerCase().includes(wanted);
  return acts.includes(record.action) || sees("ip") || sees("device");
}

/**
 * Finds a page of audit events, newest first, and opens their sealed fields. Reads only the part of
 * the index that is allowed for one page. The text search runs here, on the opened fields, because
 * a query cannot read sealed fields.
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

/**
 * Finds an audit event and opens its sealed fields. If a customer is specified, finds the event
 * only if it is about that customer.
 */
export async function findRecord(
  { db, personKeys }: AppContext,
  key: { readonly ref: string; readonly customerId?: string },
): Promise<OpenedRecord | undefined> {
  const record = await selectRecord(db.kysely, key);
  const [opened] = record === undefined ? [] : await openRecords(personKeys, db.kysely, [record]);
  return opened;
}
