import type {
  CardState,
  DecisionTime,
  Guard,
  PaymentEvent,
  ProgramHit,
  TraceEntry,
} from "./decision.policy.ts";
import type { Judged } from "./judged.policy.ts";
import type { ProgramRule } from "./program-rule.policy.ts";
import { factsOf, isAsked, judge } from "./strategies/strategy-checks.policy.ts";
import { approvalGuards } from "./strategies/strategy-guards.policy.ts";

/** The program rules' verdict on a payment. */
export interface ProgramVerdict {
  /** Failed checks only; passed checks and shadow rules are not shown. */
  readonly entries: readonly TraceEntry[];
  readonly hits: readonly ProgramHit[];
  /** Returns the counters, with their ceilings, to increment if `approvedMinor` is approved. */
  guards(approvedMinor: bigint): readonly Guard[];
}

const NOTHING: ProgramVerdict = { entries: [], hits: [], guards: () => [] };

type JudgedRule = Judged & { readonly strategy: ProgramRule };

/**
 * Evaluates a payment against the program's rules in the same way as against customers' rules,
 * except that a customer's exception does not apply. A rule that can't be read declines every
 * payment.
 */
export function judgeProgram(
  state: CardState,
  event: PaymentEvent,
  time: DecisionTime,
): ProgramVerdict {
  const { rules, unreadable } = state.risk.program;
  if (rules.length === 0 && unreadable.length === 0) {
    return NOTHING;
  }
  const payment = factsOf(state, event, time);
  const judging = { state, event, time, payment, grants: [] };
  const judged = rules
    .filter((rule) => isAsked(rule, event) && rule.isFor(state))
    .map((rule): JudgedRule => ({ ...judge(rule, judging), strategy: rule }));
  const fired = judged.filter((one) => one.fired);
  return {
    entries: [
      ...unreadable.map(({ id: ruleId, names: ruleNames }): TraceEntry => {
        const code = "programme_rule";
        return { check: "programme_readable", passed: false, code, ruleId, ruleNames };
      }),
      ...fired.filter(({ strategy }) => !strategy.isShadow).map(entryOf),
    ],
    // A payment on a closed card, such as a stolen card that was replaced, is declined anyway.
    hits: state.isClosed ? [] : fired.map(hitOf),
    guards: (approvedMinor) => approvalGuards(state, event, judged, approvedMinor),
  };
}

/** Converts the trace entry of a customer's rule into that of a program rule. */
function entryOf({ strategy: rule, entry }: JudgedRule): TraceEntry {
  const { strategyId: _id, strategyName: _name, action: _action, ...measured } = entry;
  return { ...measured, check: "programme_rule", ruleId: rule.id, ruleNames: rule.names };
}

function hitOf({ strategy: { id: ruleId, version, isShadow } }: JudgedRule): ProgramHit {
  return { ruleId, version, isShadow };
}
