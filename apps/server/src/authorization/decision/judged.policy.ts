import type { OpenGrant, TraceEntry } from "./decision.policy.ts";
import type { CompiledStrategy } from "./strategies/strategy.policy.ts";
import type { WindowAt } from "./strategies/strategy-windows.policy.ts";

/** The amount and count used up within a window. */
export interface Used {
  readonly amountMinor: bigint;
  readonly count: bigint;
  readonly resetsAt: Date | undefined;
}

/** A rule with its verdict on a payment. */
export interface Judged {
  readonly strategy: CompiledStrategy;
  readonly entry: TraceEntry;
  readonly fired: boolean;
  /** Whether the rule counts the payment. */
  readonly isCounted: boolean;
  readonly at: WindowAt | undefined;
  readonly used: Used | undefined;
  readonly raised: Raise;
  readonly grant: OpenGrant | undefined;
}

/** The amounts by which limits are temporarily raised. */
export interface Raise {
  readonly amountMinor: bigint;
  readonly count: bigint;
}
