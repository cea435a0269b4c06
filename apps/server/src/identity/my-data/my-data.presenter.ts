import type { DataArchive } from "@tessera/contract/identity/my-data.schemas";
import { wireId } from "../../platform/ids.ts";
import type { ArchiveRow } from "./my-data.tables.ts";

const DAY_LENGTH = 10;

/** Returns the file name under which an archive is downloaded. */
export function archiveName({ created_at: createdAt }: Pick<ArchiveRow, "created_at">): string {
  return `tessera-my-data-${createdAt.toISOString().slice(0, DAY_LENGTH)}.zip`;
}

/** Returns whether a completed archive has expired, even if its file has not been deleted yet. */
export function isOver(row: ArchiveRow, now: Date): boolean {
  return row.status === "completed" && row.expires_at !== null && row.expires_at <= now;
}

/** Presents an archive to its owner. */
export function presentArchive(row: ArchiveRow, now: Date): DataArchive {
  const { bytes, sha256, entries_total: entries } = row;
  return {
    id: wireId("arc", row.id),
    status: isOver(row, now) ? "expired" : row.status,
    entriesDone: Number(row.entries_done),
    entriesTotal: entries === null ? null : Number(entries),
    ...(bytes !== null &&
      sha256 !== null && {
        file: { name: archiveName(row), bytes: Number(bytes), sha256: sha256.toString("hex") },
      }),
    ...(row.failure !== null && { failure: row.failure }),
    createdAt: row.created_at.toISOString(),
    ...(row.finished_at !== null && { finishedAt: row.finished_at.toISOString() }),
    ...(row.expires_at !== null && { expiresAt: row.expires_at.toISOString() }),
  };
}
