import type { ReconciliationExport } from "@tessera/contract/insights/statements.schemas";
import { formatAmount } from "@tessera/money";
import { wireId } from "../../platform/ids.ts";
import { fileNameOf } from "./export-question.policy.ts";
import type { ExportRow, StoredTotal } from "./reconciliation.tables.ts";

function presentTotal({ currency, rows, ...total }: StoredTotal) {
  return {
    currency,
    opening: formatAmount(BigInt(total.openingMinor), currency),
    movements: formatAmount(BigInt(total.movementsMinor), currency),
    otherKinds: formatAmount(BigInt(total.otherKindsMinor), currency),
    closing: formatAmount(BigInt(total.closingMinor), currency),
    rows,
  };
}

/**
 * Returns whether a completed export's file has expired, even if the job has not yet deleted it.
 */
export function isOver(row: ExportRow, now: Date): boolean {
  return row.status === "completed" && row.expires_at !== null && row.expires_at <= now;
}

/** Presents an export to its owner. */
export function presentExport(row: ExportRow, now: Date): ReconciliationExport {
  const { question, bytes, sha256, totals, rows_total: rowCount } = row;
  const { fromDay, toDay, timeZone, format, accounts, cards, kinds } = question;
  return {
    id: wireId("exp", row.id),
    status: isOver(row, now) ? "expired" : row.status,
    format,
    fromDay,
    toDay,
    timeZone,
    accounts: [...accounts],
    ...(cards !== null && { cards: [...cards] }),
    ...(kinds !== null && { kinds: [...kinds] }),
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    rowsDone: Number(row.rows_done),
    rowsTotal: rowCount === null ? null : Number(rowCount),
    ...(bytes !== null &&
      sha256 !== null && {
        file: { name: fileNameOf(question), bytes: Number(bytes), sha256: sha256.toString("hex") },
      }),
    ...(totals !== null && { totals: totals.map(presentTotal) }),
    ...(row.failure !== null && { failure: row.failure }),
    createdAt: row.created_at.toISOString(),
    ...(row.finished_at !== null && { finishedAt: row.finished_at.toISOString() }),
    ...(row.expires_at !== null && { expiresAt: row.expires_at.toISOString() }),
  };
}
