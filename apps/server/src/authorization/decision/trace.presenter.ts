import type { WireTraceEntry } from "@tessera/contract/authorization/risk.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import { wireId } from "../../platform/ids.ts";
import type { TraceEntry } from "./decision.policy.ts";

/**
 * Converts the checks in a trace to their wire format, with amounts in the card's currency and
 * names in the reader's language.
 */
export function presentTrace(
  trace: readonly TraceEntry[],
  currency: CurrencyCode,
  locale: Locale,
): WireTraceEntry[] {
  const amountOf = (minor: bigint) => formatAmount(minor, currency);
  return trace.map((entry) => ({
    check: entry.check,
    passed: entry.passed,
    code: entry.code,
    ...(entry.limitMinor !== undefined && { limit: amountOf(entry.limitMinor) }),
    ...(entry.usedMinor !== undefined && { used: amountOf(entry.usedMinor) }),
    ...(entry.attemptedMinor !== undefined && { attempted: amountOf(entry.attemptedMinor) }),
    ...(entry.limitCount !== undefined && { limitCount: Number(entry.limitCount) }),
    ...(entry.usedCount !== undefined && { usedCount: Number(entry.usedCount) }),
    ...(entry.resetsAt !== undefined && { resetsAt: entry.resetsAt.toISOString() }),
    ...(entry.strategyId !== undefined && { strategyId: wireId("stg", entry.strategyId) }),
    ...(entry.strategyName !== undefined && { strategyName: entry.strategyName }),
    ...(entry.ruleNames !== undefined && { programmeRule: entry.ruleNames[locale] }),
    ...(entry.action !== undefined && { action: entry.action }),
    ...(entry.isShadow === true && { shadow: true }),
    ...(entry.mandateId !== undefined && { mandateId: wireId("mdt", entry.mandateId) }),
    ...(entry.isAllowed === true && { allowed: true }),
  }));
}
