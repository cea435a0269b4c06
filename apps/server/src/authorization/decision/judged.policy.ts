import type { OpenGrant, TraceEntry } from "./decision.policy.ts";
import type { CompiledStrategy } from "./strategy.policy.ts";
import type { WindowAt } from "./strategy-windows.policy.ts";

/** What a window holds. */
export interface Used {
  readonly amountMinor: bigint;
  readonly count: bigint;
  readonly resetsAt: Date | undefined;
}

/** A rule with what it says of a payment. */
export interface Judged {
  readonly strategy: CompiledStrategy;
  readonly entry: TraceEntry;
  readonly fired: boolean;
  /** Whether the payment is one of those that it counts. */
  readonly isCounted: boolean;
  readonly at: WindowAt | undefined;
  readonly used: Used | undefined;
  readonly raised: Raise;
  readonly grant: OpenGrant | undefined;
}

/** What limits are raised by for the time being. */
export interface Raise {
  readonly amountMinor: bigint;
  readonly count: bigint;
}
