import { lesser } from "@tessera/money";
import { subjectOf, windowOf } from "./counter-readings.policy.ts";
import type { CardState, DecisionTime, Guard } from "./decision.policy.ts";
import { mergeGuards } from "./merge-guards.policy.ts";
import { spendingWindows } from "./spending-windows.policy.ts";
import type { CompiledStrategy, PaymentFacts } from "./strategy.policy.ts";
import { countsSpending, familyOf } from "./strategy-windows.policy.ts";

/**
 * Counts what cannot be refused any more, such as a clearing beyond what was authorised: in the
 * card's day and month, and in the window of every strategy that counts such a payment.
 *
 * @param count 1 for a payment of its own, 0 for more of one that was counted
 */
export function countingGuards(
  card: Pick<CardState, "id" | "customerId" | "usage">,
  strategies: readonly CompiledStrategy[],
  payment: PaymentFacts,
  more: { readonly amountMinor: bigint; readonly count: number },
  time: DecisionTime,
): Guard[] {
  const { day, month } = spendingWindows(time.period);
  return mergeGuards([
    // The programme's own limits are of amounts; what was not asked is no payment of theirs.
    ...[day, month].map((window) => ({ subject: card.id, window, ...more, count: 0 })),
    ...strategies.flatMap(({ velocity, conditions }) =>
      velocity !== undefined &&
      velocity.counts !== "wrong_cvv" &&
      conditions.every((condition) => condition.holds(payment))
        ? [
            {
              subject: subjectOf(velocity, card),
              window: windowOf(velocity, time).current,
              ...more,
            },
          ]
        : [],
    ),
  ]);
}

/** What one authorisation still counts for in one counter, the newest first. */
export interface CountedWindow {
  readonly subject: string;
  readonly window: string;
  readonly amountMinor: bigint;
  readonly count: number;
}

/**
 * Gives an amount back where it was counted, the newest part first: what was authorised
 * yesterday frees nothing today, but the month it fell in.
 *
 * @param all whether the whole authorisation is undone, so that it no longer counts as one either
 */
export function giveBackGuards(
  counted: readonly CountedWindow[],
  amountMinor: bigint,
  all: boolean,
): Guard[] {
  const families = new Map<string, CountedWindow[]>();
  for (const one of counted) {
    if (countsSpending(one.window)) {
      const family = `${one.subject} ${familyOf(one.window)}`;
      families.set(family, [...(families.get(family) ?? []), one]);
    }
  }
  return [...families.values()].flatMap((windows) => {
    let leftMinor = amountMinor;
    return windows
      .map(({ subject, window, ...one }) => {
        const backMinor = lesser(one.amountMinor, leftMinor);
        leftMinor -= backMinor;
        return { subject, window, amountMinor: -backMinor, count: all ? -one.count : 0 };
      })
      .filter((guard) => guard.amountMinor !== 0n || guard.count !== 0);
  });
}
