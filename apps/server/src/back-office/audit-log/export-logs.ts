import { Readable } from "node:stream";
import type { AuditRecord, LogEntry } from "@tessera/contract/back-office/logs.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { type CsvValue, csvLine } from "../../platform/files/csv.ts";
import type { Session } from "../../platform/http/authentication.ts";

const MAX_ROWS = 100_000;
const PAGE_SIZE = 100;
/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

interface Page<T> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
}

interface Export<T> {
  readonly act: "logs.exported" | "audit.exported";
  readonly session: Session;
  readonly requestId: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly columns: readonly string[];
  readonly page: (asked: { limit: number; cursor?: string }) => Promise<Page<T>>;
  readonly line: (row: T) => readonly CsvValue[];
}

const LOG_COLUMNS = [
  "id",
  "at",
  "category",
  "act",
  "title",
  "outcome",
  "actor",
  "card",
  "amount",
  "currency",
  "status",
  "browser",
  "system",
  "ip",
];
const AUDIT_COLUMNS = [
  "id",
  "at",
  "written_at",
  "category",
  "act",
  "title",
  "outcome",
  "actor",
  "actor_name",
  "actor_role",
  "customer",
  "customer_name",
  "object",
  "request",
  "movement",
  "browser",
  "system",
  "ip",
];

function logLine(entry: LogEntry): readonly CsvValue[] {
  const { amount, currency, status, cardId } = entry;
  return [
    entry.id,
    entry.at,
    entry.category,
    entry.act,
    entry.title,
    entry.outcome,
    entry.actor,
    cardId ?? null,
    amount === undefined ? null : { own: amount },
    currency ?? null,
    status ?? null,
    entry.browser,
    entry.system,
    entry.ip,
  ];
}

function auditLine(record: AuditRecord): readonly CsvValue[] {
  return [
    record.id,
    record.at,
    record.writtenAt,
    record.category,
    record.act,
    record.title,
    record.outcome,
    record.actor,
    record.actorName,
    record.actorRole,
    record.customerId,
    record.customerName,
    record.object,
    record.requestId,
    record.movementId,
    record.browser,
    record.system,
    record.ip,
  ];
}

/** The columns and lines of the customers' export file and of the operators' export file. */
export const LOG_FILE = { columns: LOG_COLUMNS, line: logLine } as const;
export const AUDIT_FILE = { columns: AUDIT_COLUMNS, line: auditLine } as const;

async function* linesOf<T>({ columns, page, line }: Export<T>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns);
  let cursor: string | null = null;
  let left = MAX_ROWS;
  do {
    const asked: { limit: number; cursor?: string } = { limit: Math.min(PAGE_SIZE, left) };
    const { data, nextCursor } = await page(cursor === null ? asked : { ...asked, cursor });
    if (data.length > 0) {
      yield data.map((row) => csvLine(line(row))).join("");
    }
    left -= data.length;
    cursor = nextCursor;
  } while (cursor !== null && left > 0);
}

/**
 * Streams the filtered rows as CSV, reading one page at a time while the file is being sent. The
 * export is audited before the first byte is sent.
 */
export async function exportRows<T>(context: AppContext, asked: Export<T>): Promise<Readable> {
  const { act, session, requestId, filters } = asked;
  await inTransaction(context.db, (tx) =>
    context.ledger.appendAudit({ kysely: tx }, [
      {
        action: act,
        actor: session.userId,
        customerId: session.role === "customer" ? session.customerId : null,
        object: null,
        outcome: "ok",
        requestId,
        data: { filters },
      },
    ]),
  );
  return Readable.from(linesOf(asked));
}

/** Returns the file name for a download, with the date from the product's clock. */
export function fileName(name: string, now: Date): string {
  return `tessera-${name}-${now.toISOString().slice(0, 10)}.csv`;
}
