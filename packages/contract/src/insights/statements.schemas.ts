import * as z from "zod/mini";
import { amount, currency, id, page, pageQuery, timestamp } from "../fields.ts";
import { MOVEMENT_KINDS } from "./bills.schemas.ts";

export const EXPORT_FORMATS = ["csv", "xlsx", "json"] as const;
/** Maximum number of cards that an export may list. Without a list, it includes all cards. */
export const MAX_EXPORT_CARDS = 200;
/** The maximum period of an export, in years. */
export const MAX_EXPORT_YEARS = 5;
/** Maximum number of rows in a file. */
export const MAX_EXPORT_ROWS = 5_000_000;
/** Maximum number of exports that a customer may have waiting or running at the same time. */
export const MAX_OPEN_EXPORTS = 5;
/** How long a file can be downloaded, in days. */
export const EXPORT_DAYS = 7;

export const EXPORT_STATUSES = [
  "queued",
  "processing",
  "completed",
  "failed",
  "cancelled",
  "expired",
] as const;

/**
 * Why an export failed. `unbalanced`: opening plus movements did not equal closing, so nothing was
 * delivered; `too_large`: more rows than a file may have; `internal`: anything else.
 */
export const EXPORT_FAILURES = ["unbalanced", "too_large", "internal"] as const;

function isDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** A calendar day, such as `2026-11-30`. */
const day = z
  .string("wrong_type")
  .check(
    z.regex(/^(19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}$/, "malformed_date"),
    z.refine(isDay, "malformed_date"),
  );

/** An IANA time zone; the server lists the supported ones. */
const timeZone = z
  .string("wrong_type")
  .check(
    z.maxLength(64, "too_long"),
    z.regex(/^(?:UTC|[A-Z][A-Za-z_]*(?:\/[A-Za-z0-9_+-]+){1,2})$/, "not_allowed"),
  );

const kinds = z
  .array(z.enum(MOVEMENT_KINDS, "not_allowed"), "wrong_type")
  .check(z.minLength(1, "required"), z.maxLength(MOVEMENT_KINDS.length, "too_long"));

/**
 * The scope of an export. It covers whole days in the time zone, including both the first and the
 * last day. If the last day is not over, the period ends at the time of the request. Without
 * `cards` it includes all cards; without `kinds` it includes everything that moved money.
 */
export const createExportBody = z.strictObject({
  fromDay: day,
  toDay: day,
  timeZone,
  accounts: z.array(currency, "wrong_type").check(z.maxLength(3, "too_long")),
  cards: z.optional(
    z.array(id("card"), "wrong_type").check(z.maxLength(MAX_EXPORT_CARDS, "too_long")),
  ),
  kinds: z.optional(kinds),
  format: z.enum(EXPORT_FORMATS, "not_allowed"),
});

/**
 * `opening`, `movements` and `otherKinds` add up to `closing`, which is checked before delivery.
 */
export const exportTotal = z.object({
  currency,
  opening: amount,
  /** The sum of the rows in the file. */
  movements: amount,
  /** The sum of the period's movements whose type was not requested. */
  otherKinds: amount,
  closing: amount,
  rows: z.number(),
});

export const reconciliationExport = z.object({
  id: z.string(),
  status: z.enum(EXPORT_STATUSES),
  format: z.enum(EXPORT_FORMATS),
  fromDay: z.string(),
  toDay: z.string(),
  timeZone: z.string(),
  accounts: z.array(currency),
  cards: z.optional(z.array(z.string())),
  kinds: z.optional(z.array(z.enum(MOVEMENT_KINDS))),
  /** The start of the exact period, which lasts until just before `endsAt`. */
  startsAt: timestamp,
  endsAt: timestamp,
  /** The export's progress. The total is known as soon as the export is running. */
  rowsDone: z.number(),
  rowsTotal: z.nullable(z.number()),
  /** Present once the export is complete. */
  file: z.optional(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
  totals: z.optional(z.array(exportTotal)),
  failure: z.optional(z.enum(EXPORT_FAILURES)),
  createdAt: timestamp,
  finishedAt: z.optional(timestamp),
  /** When the file can no longer be downloaded. */
  expiresAt: z.optional(timestamp),
});

export const exportQuery = z.strictObject(pageQuery);
export const exportPage = page(reconciliationExport);

export type CreateExportBody = z.infer<typeof createExportBody>;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export type ExportStatus = (typeof EXPORT_STATUSES)[number];
export type ExportFailure = (typeof EXPORT_FAILURES)[number];
export type ExportTotal = z.infer<typeof exportTotal>;
export type ReconciliationExport = z.infer<typeof reconciliationExport>;
