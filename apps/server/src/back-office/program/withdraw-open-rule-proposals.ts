import type { AccessLossHandler } from "../../identity/operators/index.ts";
import { lockRules, withdrawProposalsOf } from "./program-rules.repository.ts";

/** Withdraws the open rule proposals of a former administrator. */
export const withdrawOpenRuleProposals: AccessLossHandler = async (context, tx, former, by) => {
  if (former.role === "administrator") {
    return;
  }
  await lockRules(tx);
  const withdrawn = await withdrawProposalsOf(tx, former.id, {
    by: by.actor,
    at: context.clock.now(),
  });
  if (withdrawn.length === 0) {
    return;
  }
  await context.ledger.appendAudit(
    tx,
    withdrawn.map(({ id, rule_id: ruleId }) => ({
      action: "programme_rule.withdraw" as const,
      actor: by.actor,
      customerId: null,
      object: ruleId,
      outcome: "ok" as const,
      requestId: by.requestId,
      data: {
        ...by.data,
        proposalId: id,
        because: `${former.username} is no longer an administrator`,
      },
    })),
  );
};
