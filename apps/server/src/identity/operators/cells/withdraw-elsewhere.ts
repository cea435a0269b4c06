import type { AppContext, Tx } from "../../../platform/context.ts";
import type { Standing } from "../operator-standing.policy.ts";
import { withdrawOpenProposals } from "../withdraw-open-proposals.ts";
import type { CopiedOperator } from "./copied-operators.repository.ts";

/** Whom the audit log names for what follows from a change in another cell. */
const BY_CELLS = { userId: null, actor: "system", requestId: null, data: {} } as const;

/**
 * Withdraws what an operator of another cell may no longer propose here, in the transaction that
 * updates the copy. If the copy misses a change, such as a suspension that has since ended, the
 * operator may have lost all access in the meantime, and everything is withdrawn.
 */
export async function withdrawElsewhere(
  context: AppContext,
  tx: Tx,
  before: CopiedOperator,
  { revision, ...now }: Standing & { readonly revision: number },
): Promise<void> {
  // Each change increases the revision by one.
  const hasMissed = revision - before.revision > 1;
  const after = hasMissed ? { ...now, suspended_at: context.clock.now() } : now;
  await withdrawOpenProposals(context, tx, { before, after, by: BY_CELLS });
}
