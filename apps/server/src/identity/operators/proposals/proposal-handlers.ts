import type { ProposalKind } from "@tessera/contract/identity/proposals.schemas";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { defineService } from "../../../platform/service.ts";
import type { Administrator } from "../administrator.ts";
import type { ProposalRow } from "../operators.tables.ts";

/** A proposal's type and terms, for the code that applies it. */
export type ProposedChange = Pick<
  ProposalRow,
  "id" | "kind" | "terms" | "operator_id" | "reason" | "proposer_id" | "proposed_by"
>;

/** Handles the approval of one or more types of proposals. */
export interface ProposalHandler {
  readonly kinds: readonly ProposalKind[];
  /**
   * Checks that the change is possible now. Writes nothing.
   *
   * @throws Refusal if the change is not possible
   */
  check(context: AppContext, tx: Tx, change: ProposedChange): Promise<void>;
  /**
   * Checks again, then makes the change.
   *
   * @returns the function to call after the commit
   * @throws Refusal if the change is no longer possible
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

/** Registers the handler for one or more types of proposals. Each type has one handler. */
export function registerProposalHandler(context: AppContext, handler: ProposalHandler): void {
  const handlers = context.use(proposalHandlers);
  for (const kind of handler.kinds) {
    if (handlers.has(kind)) {
      throw new Error(`proposals of ${kind} have a handler already`);
    }
    handlers.set(kind, handler);
  }
}

/** Returns the handler for a type of proposal. */
export function proposalHandlerOf(context: AppContext, kind: ProposalKind): ProposalHandler {
  const handler = context.use(proposalHandlers).get(kind);
  if (handler === undefined) {
    throw new Error(`no handler puts proposals of ${kind} into effect`);
  }
  return handler;
}
