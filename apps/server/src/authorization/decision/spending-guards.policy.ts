import { lesser } from "@tessera/money";
import { subjectOf, windowOf } from "./counter-readings.policy.ts";
import type { CardState, DecisionTime, Guard } from "./decision.policy.ts";
import { drawWindow, keepAliveWindow } from "./draw.policy.ts";
import { mergeGuards } from "./merge-guards.policy.ts";
import { spendingWindows } from "./spending-windows.policy.ts";
import type { CompiledStrategy, PaymentFacts } from "./strategies/strategy.policy.ts";
import { countsSpending, familyOf } from "./strategies/strategy-windows.policy.ts";

/**
 * Returns the guards that count a posting that can no longer be declined, such as a clearing beyond
 * the authorized amount: in the card's day and month, and in the window of every strategy that
 * counts such a payment.
 *
 * @param count 1 for a separate payment, 0 for an addition to a payment that has already been
 * counted
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
    // The card's own limits count only amounts, so an unauthorized posting does not count as a
    // payment.
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

/** The part of an authorization's amount that is still included in a counter. */
export interface CountedWindow {
  readonly subject: string;
  readonly window: string;
  readonly amountMinor: bigint;
  readonly count: number;
}

/**
 * Releases an amount from the counters that counted it, newest part first. For example, reversing
 * yesterday's authorization frees nothing in today's limit, but does free the amount in the month's
 * limit.
 *
 * @param all whether the entire authorization is undone, which also releases its count
 */
export function giveBackGuards(
  counted: readonly CountedWindow[],
  amountMinor: bigint,
  all: boolean,
): Guard[] {
  const spending = counted.filter(({ window }) => countsSpending(window));
  return givenBack(spending, amountMinor, all);
}

const DRAW_WINDOWS = [drawWindow, keepAliveWindow].map((windowOf) => windowOf({ day: "" }));

/**
 * Releases what was drawn on the account from the counters of the days on which it was drawn,
 * newest part first. An authorization may count toward both ceilings, each with a part of it.
 */
export function giveBackDrawGuards(
  counted: readonly CountedWindow[],
  amountMinor: bigint,
): Guard[] {
  const drawn = counted.filter(({ window }) =>
    DRAW_WINDOWS.some((start) => window.startsWith(start)),
  );
  return takenFrom(drawn, amountMinor, false);
}

function givenBack(counted: readonly CountedWindow[], amountMinor: bigint, all: boolean): Guard[] {
  const families = new Map<string, CountedWindow[]>();
  for (const one of counted) {
    const family = `${one.subject} ${familyOf(one.window)}`;
    families.set(family, [...(families.get(family) ?? []), one]);
  }
  return [...families.values()].flatMap((windows) => takenFrom(windows, amountMinor, all));
}

function takenFrom(windows: readonly CountedWindow[], amountMinor: bigint, all: boolean): Guard[] {
  let leftMinor = amountMinor;
  return windows
    .map(({ subject, window, ...one }) => {
      const backMinor = lesser(one.amountMinor, leftMinor);
      leftMinor -= backMinor;
      return { subject, window, amountMinor: -backMinor, count: all ? -one.count : 0 };
    })
    .filter((guard) => guard.amountMinor !== 0n || guard.count !== 0);
}
