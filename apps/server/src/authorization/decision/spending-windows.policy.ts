import { drawWindow, keepAliveWindow } from "./draw.policy.ts";
import type { ProgramPeriod } from "./program-calendar.policy.ts";

/** The names of a card's spending counters, such as `day:2026-11-21` and `month:2026-11`. */
export interface SpendingWindows {
  readonly day: string;
  readonly month: string;
  /** What a card draws on the account in the day. */
  readonly draw: string;
  /** What the merchants to keep paid draw in the day. */
  readonly keepAlive: string;
}

export function spendingWindows(period: ProgramPeriod): SpendingWindows {
  return {
    day: `day:${period.day}`,
    month: `month:${period.month}`,
    draw: drawWindow(period),
    keepAlive: keepAliveWindow(period),
  };
}
