import * as z from "zod/mini";
import { amount, line, ofCell, pageOverCells, pageQuery, timestamp } from "../fields.ts";

/** What the ledger is compared with. */
export const RECONCILIATION_SOURCES = ["bank", "chain", "card_network"] as const;

export const BREAK_KINDS = [
  "missing_in_ledger",
  "missing_outside",
  "amount_differs",
  "duplicate",
  "late",
] as const;

export const BREAK_STATES = ["open", "explained", "resolved"] as const;

/** How long ago a break was first seen: up to a day, three days, a week, or longer. */
export const BREAK_AGES = ["day", "three_days", "week", "older"] as const;

export const BREAK_EVENTS = [
  "found",
  "found_again",
  "changed",
  "assigned",
  "unassigned",
  "explained",
  "closed",
] as const;

/** What the system knows about a line that the ledger has no counterpart for. */
export const BREAK_REASONS = [
  "waiting",
  "reviewing",
  "unmatched",
  "returning",
  "outflow",
  "returned",
  "confirming",
  "not_recorded",
] as const;

const source = z.enum(RECONCILIATION_SOURCES, "not_allowed");

export const reconciliationRun = z.object({
  state: z.enum(["waiting", "running", "completed", "failed"]),
  /** The operator who asked for it; null if it is the daily one. */
  requestedBy: z.nullable(z.string()),
  requestedAt: timestamp,
  /** The period that is compared; null before the run begins. */
  from: z.nullable(timestamp),
  to: z.nullable(timestamp),
  /** How many items have been compared so far. */
  compared: z.number(),
  found: z.number(),
  closed: z.number(),
  /** Why it failed; null unless it has. */
  fault: z.nullable(z.string()),
  endedAt: z.nullable(timestamp),
});

export const reconciliationSource = z.object({
  source: z.enum(RECONCILIATION_SOURCES),
  /** The provider that is compared with; null if none is configured. */
  provider: z.nullable(z.string()),
  /** The newest run, whatever its state. */
  lastRun: z.nullable(reconciliationRun),
  /** When the ledger was last compared completely. */
  completedAt: z.nullable(timestamp),
  /** Open breaks by age, in the order of `BREAK_AGES`. */
  open: z.array(z.object({ age: z.enum(BREAK_AGES), count: z.number() })),
  explained: z.number(),
});

export const reconciliation = z.object({ sources: z.array(reconciliationSource) });

export const startReconciliationBody = z.strictObject({
  /** Every configured source if absent. */
  source: z.optional(source),
});

const breakLine = z.object({
  /** What the side calls the line: one of our ids, or a reference of the other side. */
  ref: z.string(),
  asset: z.string(),
  /** Positive if the program received it. */
  amount,
  at: timestamp,
});

export const reconciliationBreak = z.object({
  id: z.string(),
  source: z.enum(RECONCILIATION_SOURCES),
  kind: z.enum(BREAK_KINDS),
  /** What was compared, such as a transaction of a bank statement. */
  subject: z.string(),
  /** A currency or a token. */
  asset: z.string(),
  /** What each side says; null if it says nothing. */
  ledger: z.nullable(amount),
  outside: z.nullable(amount),
  /** What the other side says less what the ledger says. */
  difference: amount,
  reason: z.nullable(z.enum(BREAK_REASONS)),
  state: z.enum(BREAK_STATES),
  age: z.enum(BREAK_AGES),
  occurredAt: timestamp,
  firstSeenAt: timestamp,
  lastSeenAt: timestamp,
  assignedTo: z.nullable(z.string()),
  explanation: z.nullable(z.string()),
  explainedBy: z.nullable(z.string()),
  resolvedAt: z.nullable(timestamp),
});

export const breakDetail = z.extend(reconciliationBreak, {
  ledgerLines: z.array(breakLine),
  outsideLines: z.array(breakLine),
  /** Oldest first. */
  history: z.array(
    z.object({
      event: z.enum(BREAK_EVENTS),
      /** The operator; null for a run. */
      actor: z.nullable(z.string()),
      note: z.nullable(z.string()),
      at: timestamp,
    }),
  ),
});

export const breaksPage = pageOverCells(z.extend(reconciliationBreak, { cell: ofCell }));

export const breaksQuery = z.strictObject({
  ...pageQuery,
  source: z.optional(source),
  state: z.optional(z.enum(BREAK_STATES, "not_allowed")),
  kind: z.optional(z.enum(BREAK_KINDS, "not_allowed")),
  age: z.optional(z.enum(BREAK_AGES, "not_allowed")),
  /** Those of the caller, or those of nobody. */
  assigned: z.optional(z.enum(["me", "nobody"], "not_allowed")),
});

/** The username of an operator who may explain breaks; null for nobody. */
export const assignBreakBody = z.strictObject({ assignee: z.nullable(line(254)) });

export const explainBreakBody = z.strictObject({ explanation: line(500) });

export type SourceName = (typeof RECONCILIATION_SOURCES)[number];
export type BreakKind = (typeof BREAK_KINDS)[number];
export type BreakState = (typeof BREAK_STATES)[number];
export type BreakAge = (typeof BREAK_AGES)[number];
export type BreakEvent = (typeof BREAK_EVENTS)[number];
export type BreakReason = (typeof BREAK_REASONS)[number];
export type Reconciliation = z.infer<typeof reconciliation>;
export type ReconciliationRun = z.infer<typeof reconciliationRun>;
export type SourceStatus = z.infer<typeof reconciliationSource>;
export type ReconciliationBreak = z.infer<typeof reconciliationBreak>;
export type ListedBreak = z.infer<typeof breaksPage>["data"][number];
export type BreakDetail = z.infer<typeof breakDetail>;
export type BreaksQuery = z.infer<typeof breaksQuery>;
