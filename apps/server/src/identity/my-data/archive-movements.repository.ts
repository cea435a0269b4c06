import { type CurrencyCode, formatAmount } from "@tessera/money";
import { csvLine } from "../../platform/files/csv.ts";
import type { ArchiveSource } from "./archive-source.repository.ts";

/** Without a byte order mark, Excel decodes the file with the code page of the user's locale. */
const BYTE_ORDER_MARK = "\ufeff";

const COLUMNS = [
  "id",
  "event_at",
  "kind",
  "status",
  "amount",
  "fee",
  "currency",
  "title",
  "card_last4",
] as const;

interface MovementRow {
  readonly id: string;
  readonly event_at: Date;
  readonly kind: string;
  readonly status: string;
  readonly amount: string | bigint;
  readonly fee: string | bigint;
  readonly currency: CurrencyCode;
  readonly title: string | null;
  readonly last4: string | null;
}

/**
 * A customer's movements, ordered by time. Omits the steps of each movement, whose amounts are
 * already included in it.
 */
export const MOVEMENTS = `
  select m.id, m.event_at, m.kind, m.status, m.amount, m.fee, m.currency,
    movement_title(m.kind, m.title, m.data) as title, c.last4
  from ledger.movement_view m left join card c on c.id = m.card_id
  where m.customer_id = $1::uuid and m.parent_id is null order by m.event_at, m.id`;

/** Yields the movements as CSV (RFC 4180), a few hundred at a time. */
export async function* movementsCsv(
  source: ArchiveSource,
  customerId: string,
  report: (written: number) => Promise<void>,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  for await (const rows of source.rows<MovementRow>(MOVEMENTS, [customerId])) {
    yield rows.map(lineOf).join("");
    await report(rows.length);
  }
}

function lineOf({ currency, ...row }: MovementRow): string {
  return csvLine([
    row.id,
    row.event_at.toISOString(),
    row.kind,
    row.status,
    { own: formatAmount(BigInt(row.amount), currency) },
    { own: formatAmount(BigInt(row.fee), currency) },
    currency,
    row.title,
    row.last4,
  ]);
}
