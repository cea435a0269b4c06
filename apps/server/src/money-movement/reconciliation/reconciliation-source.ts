import type { SourceName } from "@tessera/contract/money-movement/reconciliation.schemas";
import type { AppContext } from "../../platform/context.ts";
import type { Group, Patience } from "./find-break.policy.ts";

/** The time that a run covers. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** Books of somebody else that the ledger is compared with. */
export interface ReconciliationSource {
  readonly name: SourceName;
  /** How long a side may lag behind the other. */
  readonly patience: Patience;
  /** Returns the provider whose books are read; undefined if none is configured. */
  providerOf(context: AppContext): string | undefined;
  /**
   * Reads the lines of both sides in a period, a batch of groups at a time. A group has all lines
   * about one thing, so no more than a batch is in memory. A key may be read again if more is known
   * about it; a break that any of its groups shows is a break.
   *
   * @throws ProviderError if the other side cannot be read now
   */
  groups(context: AppContext, period: Period): AsyncIterable<readonly Group[]>;
}
