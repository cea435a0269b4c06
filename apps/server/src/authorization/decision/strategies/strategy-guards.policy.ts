import { readingsOf, subjectOf } from "../counter-readings.policy.ts";
import type { CardState, Guard, PaymentEvent } from "../decision.policy.ts";
import type { Judged } from "../judged.policy.ts";
import type { PaymentFacts, Velocity } from "./strategy.policy.ts";

/**
 * Returns the counters to increment if a payment is approved, with the ceilings of declining rules.
 */
export function approvalGuards(
  state: CardState,
  event: PaymentEvent,
  judged: readonly Judged[],
  approvedMinor: bigint,
): Guard[] {
  const guards: Guard[] = [];
  const count = event.earlierMinor > 0n || event.amountMinor === 0n ? 0 : 1;
  for (const one of judged) {
    const { velocity } = one.strategy;
    if (one.isCounted && velocity !== undefined && velocity.counts !== "wrong_cvv") {
      guards.push(...velocityGuards(one, velocity, state, approvedMinor, count));
    }
    if (one.grant !== undefined) {
      guards.push({ subject: one.grant.id, window: "use", amountMinor: 0n, count: 1, maxCount: 1 });
    }
  }
  return guards;
}

/**
 * Returns the guard that records a card's first payment at a merchant. Later payments need none.
 */
export function merchantGuards(
  state: CardState,
  { earlierMinor, amountMinor }: PaymentEvent,
  { isNewMerchant }: PaymentFacts,
): Guard[] {
  const window = state.risk.merchantCounter;
  return isNewMerchant === true && earlierMinor === 0n && amountMinor > 0n
    ? [{ subject: state.id, window, amountMinor: 0n, count: 1 }]
    : [];
}

function velocityGuards(
  { strategy, at, used, raised, grant }: Judged,
  velocity: Velocity,
  state: CardState,
  amountMinor: bigint,
  count: number,
): Guard[] {
  if (at === undefined || used === undefined) {
    return [];
  }
  const subject = subjectOf(velocity, state);
  const windows = [at.current, ...(at.turn === undefined ? [] : [at.turn])];
  const counting = windows.map((window): Guard => ({ subject, window, amountMinor, count }));
  const stops = strategy.action !== "notify" && !strategy.isShadow;
  const isSpending = velocity.counts === "spending";
  // A payment that the customer allowed is counted without a ceiling, and a ceiling on the number
  // of payments does not apply to increments.
  if (!stops || grant !== undefined || (!isSpending && count === 0)) {
    return counting;
  }
  return counting.map((guard) => {
    const own = ownPart(state, subject, guard.window);
    return isSpending
      ? {
          ...guard,
          maxAmountMinor:
            velocity.limit + raised.amountMinor - (used.amountMinor - own.amountMinor),
        }
      : { ...guard, maxCount: Number(velocity.limit + raised.count - (used.count - own.count)) };
  });
}

/** Returns the part of the usage that the ledger's own counter recorded. */
function ownPart(state: CardState, subject: string, window: string) {
  const readings = readingsOf(state.risk.counters, subject, window) ?? [];
  const own = readings.find(({ counter }) => counter === window);
  return { amountMinor: own?.amountMinor ?? 0n, count: own?.count ?? 0n };
}

/**
 * Returns guards that count wrong CVVs up to the ceiling of a rule that does not decline payments
 * yet. If many attempts run concurrently, the ledger refuses the one that exceeds the ceiling, and
 * the next decision declines it.
 */
export function wrongCvvGuards(
  state: CardState,
  event: PaymentEvent,
  judged: readonly Judged[],
): Guard[] {
  if (event.details?.cvv !== "mismatch") {
    return [];
  }
  return judged.flatMap(({ strategy, at, used, fired, isCounted }) => {
    const { velocity } = strategy;
    if (velocity?.counts !== "wrong_cvv" || at === undefined) {
      return [];
    }
    const subject = subjectOf(velocity, state);
    const guard: Guard = { subject, window: at.current, amountMinor: 0n, count: 1 };
    if (fired || !isCounted || used === undefined) {
      return [guard];
    }
    const others = used.count - ownPart(state, subject, at.current).count;
    return [{ ...guard, maxCount: Number(velocity.limit - others) }];
  });
}
