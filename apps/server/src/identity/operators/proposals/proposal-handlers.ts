import type { ProposalKind } from "@tessera/contract/identity/proposals.schemas";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { defineService } from "../../../platform/service.ts";
import type { Administrator } from "../administrator.ts";
import type { ProposalRow } from "../operators.tables.ts";

/** The terms of a proposal by kind, for the code that applies it. */
export type ProposedChange = Pick<
  ProposalRow,
  "kind" | "terms" | "operator_id" | "reason" | "proposer_id" | "proposed_by"
>;

/** Handles the approval of some kinds of proposals. */
export interface ProposalHandler {
  readonly kinds: readonly ProposalKind[];
  /**
   * Checks that the change could be made now; writes nothing.
   *
   * @throws Refusal if it could not
   */
  check(context: AppContext, tx: Tx, change: ProposedChange): Promise<void>;
  /**
   * Makes the change after checking again.
   *
   * @returns what to call after the commit
   * @throws Refusal if it is no longer applicable
   */
  apply(
    context: AppContext,
    tx: Tx,
    change: ProposedChange,
    approver: Administrator,
  ): Promise<() => Promise<void>>;
}

const proposalHandlers = defineService(
  "proposal handlers",
  () => new Map<ProposalKind, ProposalHandler>(),
);

/** Registers the handler of some kinds of proposals; each kind has one. */
export function registerProposalHandler(context: AppContext, handler: ProposalHandler): void {
  const handlers = context.use(proposalHandlers);
  for (const kind of handler.kinds) {
    if (handlers.has(kind)) {
      throw new Error(`proposals of ${kind} have a handler already`);
    }
    handlers.set(kind, handler);
  }
}

/** Returns the handler of a kind. */
export function proposalHandlerOf(context: AppContext, kind: ProposalKind): ProposalHandler {
  const handler = context.use(proposalHandlers).get(kind);
  if (handler === undefined) {
    throw new Error(`no handler puts proposals of ${kind} into effect`);
  }
  return handler;
}
