import { proposeCorrection } from "@tessera/contract/back-office/adjustments.endpoints";
import type { AccessLossHandler } from "../../identity/operators/index.ts";
import { withdrawCorrectionsOf } from "./adjustments.repository.ts";
import { auditedTerms } from "./audited-terms.policy.ts";

/** The roles that can propose an adjustment. */
const PROPOSERS: readonly (string | null)[] = proposeCorrection.roles;

/** Withdraws the open adjustments of an operator who may no longer propose adjustments. */
export const withdrawOpenAdjustments: AccessLossHandler = async (context, tx, former, by) => {
  if (PROPOSERS.includes(former.role)) {
    return;
  }
  const at = context.clock.now();
  const withdrawn = await withdrawCorrectionsOf(tx, former.id, { by: by.actor, at });
  if (withdrawn.length === 0) {
    return;
  }
  await context.ledger.appendAudit(
    tx,
    withdrawn.map((correction) => ({
      action: "correction.withdraw" as const,
      actor: by.actor,
      customerId: correction.customer_id,
      object: correction.id,
      outcome: "ok" as const,
      requestId: by.requestId,
      data: {
        ...by.data,
        ...auditedTerms(correction),
        because: `${former.username} may no longer propose adjustments`,
      },
    })),
  );
};
