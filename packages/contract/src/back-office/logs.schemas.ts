import * as z from "zod/mini";
import {
  amount,
  currency,
  id,
  ofCell,
  page,
  pageOverCells,
  pageQuery,
  timeInput,
  timestamp,
} from "../fields.ts";
import { BROWSERS, SYSTEMS } from "../identity/accounts.schemas.ts";
import { movementStatus } from "../insights/bills.schemas.ts";
import { LOG_CATEGORIES } from "./audit-titles.ts";

/**
 * The actor as the affected customer sees it. `api_key`: the customer's
 * software. `visitor`: someone who was not signed in.
 */
export const LOG_ACTORS = ["you", "api_key", "support", "system", "visitor"] as const;
export const LOG_OUTCOMES = ["ok", "refused"] as const;

/** Fields whose changes are recorded, each with its old and new value. */
export const CHANGED_FIELDS = [
  "username",
  "email",
  "name",
  "status",
  "version",
  "layer",
  "schedule",
  "rule",
  "card",
  "tags",
  "limitPerTransaction",
  "limitDaily",
  "limitMonthly",
  "foreignPayments",
  "drawDaily",
  "drawMerchants",
  "keepAliveDaily",
  "keepAliveMerchants",
  "autoTopUp",
  "autoTopUpAmount",
  "autoTopUpCap",
  "suspended",
] as const;

const searchText = z.string("wrong_type").check(
  z.maxLength(80, "too_long"),
  z.refine((value) => value.isWellFormed() && !value.includes("\u0000"), "malformed_text"),
);

export const logEntry = z.object({
  /** `log_…` for an audit event, `mov_…` for a movement. */
  id: z.string(),
  category: z.enum(LOG_CATEGORIES),
  /** The name of the audit event, or the type of movement. */
  act: z.string(),
  /** What happened, in the reader's language, or the merchant's name. */
  title: z.string(),
  outcome: z.enum(LOG_OUTCOMES),
  actor: z.enum(LOG_ACTORS),
  /** In a company's log, the username of the member who acted. */
  member: z.optional(z.string()),
  at: timestamp,
  cardId: z.optional(z.string()),
  movementId: z.optional(z.string()),
  amount: z.optional(amount),
  currency: z.optional(currency),
  status: z.optional(movementStatus),
  browser: z.nullable(z.enum(BROWSERS)),
  system: z.nullable(z.enum(SYSTEMS)),
  ip: z.nullable(z.string()),
  /** Whether this was the first sign-in with this browser on this operating system. */
  newDevice: z.boolean(),
});

export const logChange = z.object({
  field: z.enum(CHANGED_FIELDS),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});

export const logDetail = z.extend(logEntry, {
  requestId: z.nullable(z.string()),
  changes: z.array(logChange),
  /** Why a payment was declined, in the reader's language. */
  reason: z.nullable(z.string()),
});

/** Audit log filters for the list and the export. `from` is inclusive and `to` is exclusive. */
const filters = {
  category: z.optional(z.enum(LOG_CATEGORIES, "not_allowed")),
  outcome: z.optional(z.enum(LOG_OUTCOMES, "not_allowed")),
  cardId: z.optional(
    z.string("wrong_type").check(z.minLength(1, "required"), z.maxLength(64, "too_long")),
  ),
  from: z.optional(timeInput),
  to: z.optional(timeInput),
  /** Searches the description, the merchant, the IP address and the user agent. */
  q: z.optional(searchText),
};

export const logQuery = z.strictObject({ ...pageQuery, ...filters });
export const logExportBody = z.strictObject(filters);

/** A page of the audit log. If matches are rare, a page may end early, like a page of bills. */
export const logPage = z.extend(page(logEntry), { searchedTo: z.optional(timestamp) });

/**
 * An audit record as shown to operators, with the actor, the customer, and the fields before and
 * after.
 */
export const auditRecord = z.object({
  id: z.string(),
  category: z.enum(LOG_CATEGORIES),
  act: z.string(),
  title: z.string(),
  outcome: z.enum(LOG_OUTCOMES),
  /** The actor as recorded: a person's id or username, or a part of Tessera. */
  actor: z.string(),
  actorRole: z.nullable(z.string()),
  actorName: z.nullable(z.string()),
  customerId: z.nullable(z.string()),
  customerName: z.nullable(z.string()),
  object: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  movementId: z.nullable(z.string()),
  at: timestamp,
  /** When the database wrote the record, unaffected by changes to the sandbox clock. */
  writtenAt: timestamp,
  browser: z.nullable(z.enum(BROWSERS)),
  system: z.nullable(z.enum(SYSTEMS)),
  ip: z.nullable(z.string()),
});

export const auditDetail = z.extend(auditRecord, {
  /**
   * The signed block that covers the record; null until the record is sealed, which happens within
   * seconds.
   */
  sealedInBlock: z.nullable(z.number()),
  changes: z.array(logChange),
  /** All other recorded facts, as JSON; never a secret. */
  facts: z.record(z.string(), z.unknown()),
});

const auditFilters = {
  category: filters.category,
  outcome: filters.outcome,
  act: z.optional(searchText),
  customerId: z.optional(id("cus")),
  /** A username, or another recorded actor. */
  actor: z.optional(searchText),
  requestId: z.optional(searchText),
  from: z.optional(timeInput),
  to: z.optional(timeInput),
  q: z.optional(searchText),
};

export const auditQuery = z.strictObject({ ...pageQuery, ...auditFilters });
export const auditExportBody = z.strictObject(auditFilters);
export const auditPage = z.extend(pageOverCells(z.extend(auditRecord, { cell: ofCell })), {
  searchedTo: z.optional(timestamp),
});

export type LogActor = (typeof LOG_ACTORS)[number];
export type LogOutcome = (typeof LOG_OUTCOMES)[number];
export type ChangedField = (typeof CHANGED_FIELDS)[number];
export type LogEntry = z.infer<typeof logEntry>;
export type LogChange = z.infer<typeof logChange>;
export type LogDetail = z.infer<typeof logDetail>;
export type LogQuery = z.infer<typeof logQuery>;
export type LogPage = z.infer<typeof logPage>;
export type AuditRecord = z.infer<typeof auditRecord>;
export type ListedRecord = AuditPage["data"][number];
export type AuditDetail = z.infer<typeof auditDetail>;
export type AuditQuery = z.infer<typeof auditQuery>;
export type AuditPage = z.infer<typeof auditPage>;
