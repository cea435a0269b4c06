import { STRATEGY_ACTIONS } from "@tessera/contract/authorization/risk.schemas";
import { DECLINES, type DeclineCode } from "@tessera/contract/errors/declines";
import type { LocalizedText } from "@tessera/contract/errors/locales";
import type { Movement } from "@tessera/ledger";
import * as z from "zod/mini";
import { CHECK_NAMES, type TraceEntry } from "./decision.policy.ts";

type StoredValue = string | boolean | LocalizedText;
/** A check as stored in a movement's data. Absent values are omitted. */
export type StoredCheck = Readonly<Record<string, StoredValue>>;

/**
 * Converts a decision's checks to the form stored in the data of the movement that records the
 * decision. Bigints are converted, since JSON has none. Rule names are not stored here, because a
 * movement can never be changed or erased.
 */
export function storedTrace(trace: readonly TraceEntry[]): Movement["data"] {
  return { trace: trace.map(({ strategyName: _, ...entry }) => storedCheck(entry)) };
}

function storedCheck(entry: TraceEntry): StoredCheck {
  return Object.fromEntries(
    Object.entries(entry)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, storedValue(value)]),
  );
}

function storedValue(value: StoredValue | bigint | Date): StoredValue {
  if (value instanceof Date) {
    return value.toISOString();
  }
  return typeof value === "bigint" ? value.toString() : value;
}

const minor = z.pipe(
  z.string().check(z.regex(/^-?[0-9]{1,19}$/)),
  z.transform((text: string) => BigInt(text)),
);

const storedEntry = z.object({
  check: z.enum(CHECK_NAMES),
  passed: z.boolean(),
  code: z.string().check(z.refine(isDeclineCode)),
  limitMinor: z.exactOptional(minor),
  usedMinor: z.exactOptional(minor),
  attemptedMinor: z.exactOptional(minor),
  limitCount: z.exactOptional(minor),
  usedCount: z.exactOptional(minor),
  resetsAt: z.exactOptional(
    z.pipe(
      z.iso.datetime(),
      z.transform((text: string) => new Date(text)),
    ),
  ),
  strategyId: z.exactOptional(z.string()),
  strategyName: z.exactOptional(z.string()),
  ruleId: z.exactOptional(z.string()),
  ruleNames: z.exactOptional(
    z.object({ en: z.string(), "zh-CN": z.string(), "zh-TW": z.string() }),
  ),
  action: z.exactOptional(z.enum(STRATEGY_ACTIONS)),
  isShadow: z.exactOptional(z.boolean()),
  mandateId: z.exactOptional(z.string()),
  isAllowed: z.exactOptional(z.boolean()),
});

/** The names that rules had when they evaluated a payment, by id. */
export type StrategyNames = Readonly<Record<string, string>>;

/**
 * Reads the checks from a movement's data and adds the names of their rules. Ignores malformed
 * values.
 */
export function readTrace(data: unknown, names: StrategyNames | null): TraceEntry[] {
  const stored =
    typeof data === "object" && data !== null && "trace" in data ? data.trace : undefined;
  const entries = Array.isArray(stored) ? stored.flatMap(readEntry) : [];
  return entries.map((entry) => {
    const name = entry.strategyId === undefined ? undefined : names?.[entry.strategyId];
    return name === undefined ? entry : { ...entry, strategyName: name };
  });
}

function readEntry(stored: unknown): TraceEntry[] {
  const { success, data } = storedEntry.safeParse(stored);
  return success && isDeclineCode(data.code) ? [{ ...data, code: data.code }] : [];
}

/** Returns whether a string is a code in the decline catalog. */
export function isDeclineCode(code: string): code is DeclineCode {
  return Object.hasOwn(DECLINES, code);
}
