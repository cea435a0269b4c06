import { lesser } from "@tessera/money";
import { balanceCheck, cardChecks, detailChecks, limitChecks } from "./card-checks.policy.ts";
import {
  type CardState,
  type CheckName,
  type Decision,
  type DecisionTime,
  type Guard,
  type PaymentEvent,
  type TraceEntry,
  undecided,
} from "./decision.policy.ts";
import { drawableMinor, drawChecks, drawGuards, drawOf } from "./draw.policy.ts";
import { bufferOf, type Part, partWithin } from "./exchange.policy.ts";
import { mergeGuards } from "./merge-guards.policy.ts";
import { judgeProgram, type ProgramVerdict } from "./program-checks.policy.ts";
import { spendingWindows } from "./spending-windows.policy.ts";
import { judgeStrategies, type StrategyVerdict } from "./strategies/strategy-checks.policy.ts";

/**
 * Decides whether a card may pay, why, and what to write. The first failed check determines the
 * decline code, except that a hold for review yields to any other failure. The remaining checks
 * still run, so that the trace shows every obstacle. Invalid state leads to a decline, since no
 * money may move on a guess.
 *
 * Live traffic, preflights, shadow rules, backtests and the simulator all use this function.
 */
export function decide(state: CardState, event: PaymentEvent, time: DecisionTime): Decision {
  if (!isPlausible(state, event, time)) {
    return undecided("system_timeout");
  }
  const program = judgeProgram(state, event, time);
  const verdict = { strategies: judgeStrategies(state, event, time), program };
  const trace = [
    ...cardChecks(state, event, time),
    ...detailChecks(state, event),
    ...program.entries,
    ...(event.amountMinor === 0n ? [] : limitChecks(state, event, time)),
    ...verdict.strategies.entries,
    ...(event.amountMinor === 0n ? [] : fundsChecks(state, event, time)),
  ];
  const failed = trace.filter(({ passed }) => !passed);
  const reason = failed.find(({ action }) => action !== "review") ?? failed[0];
  if (reason === undefined) {
    return approve(state, event, time, verdict, trace, event);
  }
  if (event.takesPart === true && failed.every(({ check }) => isOfFunds(check))) {
    const part = partWithin(event, state.availableMinor + drawableMinor(state, event));
    return part.amountMinor > 0n
      ? approve(state, event, time, verdict, trace, part)
      : decline(event, verdict, trace, reason);
  }
  return decline(event, verdict, trace, reason);
}

/**
 * Checks the balance of the card, and what the card draws on the account if that does not suffice.
 */
function fundsChecks(state: CardState, event: PaymentEvent, time: DecisionTime): TraceEntry[] {
  const balance = balanceCheck(state, event);
  const draws = drawChecks(state, event, time);
  return draws.length === 0
    ? [balance]
    : [{ ...balance, passed: draws.every(({ passed }) => passed) }, ...draws];
}

function isOfFunds(check: CheckName): boolean {
  return check === "balance" || check === "draw" || check === "keep_alive";
}

/** The combined verdict of customers' rules and program rules. */
interface Verdict {
  readonly strategies: StrategyVerdict;
  readonly program: ProgramVerdict;
}

function approve(
  state: CardState,
  event: PaymentEvent,
  time: DecisionTime,
  { strategies, program }: Verdict,
  trace: readonly TraceEntry[],
  { amountMinor: approvedMinor, exchange }: Part,
): Decision {
  const holdMinor = approvedMinor + bufferOf(exchange);
  const draw = drawOf(holdMinor - state.availableMinor, state.draw, event);
  const guards = mergeGuards([
    ...(approvedMinor > 0n ? limitGuards(state, event, time, approvedMinor) : []),
    ...drawGuards(state, draw, time),
    ...program.guards(approvedMinor),
    ...strategies.guards(approvedMinor),
  ]);
  return {
    decision: "approve",
    code: "approved",
    approvedMinor,
    exchange,
    ...(draw !== undefined && { draw }),
    trace,
    hits: strategies.hits,
    programHits: program.hits,
    journals: [{ holdMinor, guards }],
  };
}

function decline(
  { earlierMinor }: PaymentEvent,
  { strategies: { hits, declineGuards }, program }: Verdict,
  trace: readonly TraceEntry[],
  { code, action }: TraceEntry,
): Decision {
  const guards = mergeGuards(declineGuards);
  // An increment cannot be retried after its owner's approval, so it is declined.
  const waits = action === "review" && earlierMinor === 0n;
  return {
    decision: "decline",
    code: waits ? "review_required" : code,
    approvedMinor: 0n,
    trace,
    hits,
    programHits: program.hits,
    journals: guards.length === 0 ? [] : [{ holdMinor: 0n, guards }],
  };
}

/**
 * Returns guards whose ceilings are the lower of the card's limits and its owner's limits. The
 * ledger locks the counters together with the money, so two concurrent authorizations cannot both
 * use what is left of a limit.
 */
function limitGuards(
  { id: subject, limits, ownLimits, usage }: CardState,
  { earlierMinor }: PaymentEvent,
  { period }: DecisionTime,
  amountMinor: bigint,
): Guard[] {
  const windows = spendingWindows(period);
  const isFirst = earlierMinor === 0n;
  const count = isFirst ? 1 : 0;
  const once = { subject, amountMinor: 0n, count: 1, maxCount: 1 };
  const dailyMinor = lower(limits.dailyMinor, ownLimits.dailyMinor);
  const monthlyMinor = lower(limits.monthlyMinor, ownLimits.monthlyMinor);
  return [
    { subject, window: windows.day, amountMinor, count, maxAmountMinor: dailyMinor },
    { subject, window: windows.month, amountMinor, count, maxAmountMinor: monthlyMinor },
    ...(isFirst && (usage.kind === "single_use" || usage.kind === "mandate")
      ? [{ ...once, window: "uses" }]
      : []),
    ...(isFirst && usage.kind === "merchant_locked" && usage.lockedTo === null
      ? [{ ...once, window: "lock" }]
      : []),
  ];
}

function lower(limitMinor: bigint, ownMinor: bigint | null): bigint {
  return ownMinor === null ? limitMinor : lesser(limitMinor, ownMinor);
}

function isPlausible(state: CardState, event: PaymentEvent, time: DecisionTime): boolean {
  const { limits, ownLimits, spent } = state;
  const notNegative = [
    state.owedMinor,
    state.availableMinor,
    limits.perTransactionMinor,
    limits.dailyMinor,
    limits.monthlyMinor,
    ownLimits.perTransactionMinor ?? 0n,
    ownLimits.dailyMinor ?? 0n,
    ownLimits.monthlyMinor ?? 0n,
    spent.dayMinor,
    spent.monthMinor,
    event.earlierMinor,
    event.amountMinor,
    state.draw?.accountMinor ?? 0n,
    ...[state.draw?.general, state.draw?.keepAlive].flatMap((ceiling) =>
      ceiling == null ? [] : [ceiling.ceilingMinor, ceiling.usedMinor],
    ),
  ];
  return (
    notNegative.every((amountMinor) => typeof amountMinor === "bigint" && amountMinor >= 0n) &&
    Number.isInteger(state.expiryMonth) &&
    Number.isInteger(state.expiryYear) &&
    !Number.isNaN(time.now.getTime()) &&
    time.now >= time.period.dayStartsAt &&
    time.now < time.period.dayResetsAt &&
    Number.isInteger(time.minuteOfDay)
  );
}
