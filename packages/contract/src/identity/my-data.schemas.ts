import * as z from "zod/mini";
import { page, pageQuery, timestamp } from "../fields.ts";

/** How long an archive can be downloaded, in days. */
export const ARCHIVE_DAYS = 7;
/** Maximum size of an archive, in bytes. */
export const MAX_ARCHIVE_BYTES = 2_147_483_648;

export const ARCHIVE_STATUSES = [
  "queued",
  "processing",
  "completed",
  "failed",
  "cancelled",
  "expired",
] as const;

/**
 * Why an archive failed. `too_large`: it would exceed the maximum size; `internal`: anything else.
 */
export const ARCHIVE_FAILURES = ["too_large", "internal"] as const;

/** An archive of everything stored about the customer, with its progress. */
export const dataArchive = z.object({
  id: z.string(),
  status: z.enum(ARCHIVE_STATUSES),
  /** Number of rows and files written so far. The total is known as soon as creation starts. */
  entriesDone: z.number(),
  entriesTotal: z.nullable(z.number()),
  /** Present once the archive is complete. */
  file: z.optional(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
  failure: z.optional(z.enum(ARCHIVE_FAILURES)),
  createdAt: timestamp,
  finishedAt: z.optional(timestamp),
  /** When the file can no longer be downloaded. */
  expiresAt: z.optional(timestamp),
});

export const archiveQuery = z.strictObject(pageQuery);
export const archivePage = page(dataArchive);

export type ArchiveStatus = (typeof ARCHIVE_STATUSES)[number];
export type ArchiveFailure = (typeof ARCHIVE_FAILURES)[number];
export type DataArchive = z.infer<typeof dataArchive>;
