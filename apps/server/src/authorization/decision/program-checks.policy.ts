import type {
  CardState,
  DecisionTime,
  Guard,
  PaymentEvent,
  ProgrammeHit,
  TraceEntry,
} from "./decision.policy.ts";
import type { Judged } from "./judged.policy.ts";
import type { ProgrammeRule } from "./program-rule.policy.ts";
import { factsOf, isAsked, judge } from "./strategy-checks.policy.ts";
import { approvalGuards } from "./strategy-guards.policy.ts";

/** What the program's rules say of a payment. */
export interface ProgrammeVerdict {
  /** Those that fail; the rest and shadows are no reader's business. */
  readonly entries: readonly TraceEntry[];
  readonly hits: readonly ProgrammeHit[];
  /** What to count if the payment is approved with `approvedMinor`, with what may not be passed. */
  guards(approvedMinor: bigint): readonly Guard[];
}

const NOTHING: ProgrammeVerdict = { entries: [], hits: [], guards: () => [] };

type JudgedRule = Judged & { readonly strategy: ProgrammeRule };

/**
 * Judges a payment by the rules of the program, as customers' rules judge it, but that nothing the
 * customer allows lets it pass. A rule that cannot be read declines.
 */
export function judgeProgramme(
  state: CardState,
  event: PaymentEvent,
  time: DecisionTime,
): ProgrammeVerdict {
  const { rules, unreadable } = state.risk.programme;
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
    // A payment on a closed card, such as a stolen one that was replaced, is declined anyway.
    hits: state.isClosed ? [] : fired.map(hitOf),
    guards: (approvedMinor) => approvalGuards(state, event, judged, approvedMinor),
  };
}

/** The entry of a customer's rule under the program's name. */
function entryOf({ strategy: rule, entry }: JudgedRule): TraceEntry {
  const { strategyId: _id, strategyName: _name, action: _action, ...measured } = entry;
  return { ...measured, check: "programme_rule", ruleId: rule.id, ruleNames: rule.names };
}

function hitOf({ strategy: { id: ruleId, version, isShadow } }: JudgedRule): ProgrammeHit {
  return { ruleId, version, isShadow };
}
