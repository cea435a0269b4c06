import * as z from "zod/mini";
import { amount, currency, id, page, pageQuery, timestamp } from "../fields.ts";
import { MOVEMENT_KINDS } from "./bills.schemas.ts";

export const EXPORT_FORMATS = ["csv", "xlsx", "json"] as const;
/** How many cards one export may name; without a list it takes all there are. */
export const MAX_EXPORT_CARDS = 200;
/** The longest period of an export, in years. */
export const MAX_EXPORT_YEARS = 5;
/** The most rows of one file. */
export const MAX_EXPORT_ROWS = 5_000_000;
/** How many exports of a customer may wait or run at a time. */
export const MAX_OPEN_EXPORTS = 5;
/** Days for which a file can be fetched. */
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
 * Why an export failed. `unbalanced`: opening and movements did not make the closing balance, so
 * nothing was delivered; `too_large`: more rows than a file may have; `internal`: all else.
 */
export const EXPORT_FAILURES = ["unbalanced", "too_large", "internal"] as const;

function isDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** A day of the calendar, such as `2026-11-30`. */
const day = z
  .string("wrong_type")
  .check(
    z.regex(/^(19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}$/, "malformed_date"),
    z.refine(isDay, "malformed_date"),
  );

/** A zone of the IANA database; the server says which there are. */
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
 * What an export is about. Days are whole ones in the zone, both included; the last one ends at the
 * moment of asking where it is not over yet. Without `cards` all of them are taken, without `kinds`
 * everything that moved money.
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

/** `opening` and `movements` and `otherKinds` make `closing`: checked before it is delivered. */
export const exportTotal = z.object({
  currency,
  opening: amount,
  /** The sum of the rows in the file. */
  movements: amount,
  /** The sum of what moved in the period and is of a kind that was not asked for. */
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
  /** The moments that the days came to: from the first, before the last. */
  startsAt: timestamp,
  endsAt: timestamp,
  /** How far it is; the total is known once it runs. */
  rowsDone: z.number(),
  rowsTotal: z.nullable(z.number()),
  /** There once it is completed. */
  file: z.optional(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
  totals: z.optional(z.array(exportTotal)),
  failure: z.optional(z.enum(EXPORT_FAILURES)),
  createdAt: timestamp,
  finishedAt: z.optional(timestamp),
  /** Until when the file can be fetched. */
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
