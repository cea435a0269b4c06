import { countFactors, resetFactors } from "../../../identity/second-factor/index.ts";
import { lastSignInOf } from "../../../identity/sessions/index.ts";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import type { CaseFact, CaseHandler, ReviewCase } from "../../cases/index.ts";
import { selectCustomer } from "../customers.repository.ts";
import { type FactorResetRow, findFactorReset } from "./factor-resets.repository.ts";

interface Subject {
  readonly reset: FactorResetRow;
  readonly personId: string;
  readonly email: string;
}

async function subjectOf(tx: Tx, { id, subjectId, customerId }: ReviewCase): Promise<Subject> {
  const [reset, customer] = await Promise.all([
    findFactorReset(tx, subjectId),
    selectCustomer(tx, customerId),
  ]);
  if (reset === undefined || customer === undefined) {
    throw new Error(`case ${id} has no 2FA recovery`);
  }
  return { reset, personId: customer.person_id, email: customer.email };
}

async function factsOf(tx: Tx, reviewCase: ReviewCase): Promise<CaseFact[]> {
  const { reset, personId, email } = await subjectOf(tx, reviewCase);
  const [factors, lastSignInAt] = await Promise.all([
    countFactors(tx, personId),
    lastSignInOf(tx, personId),
  ]);
  return [
    { name: "reset_reason", value: reset.reason },
    { name: "proposed_by", value: reset.proposed_by },
    { name: "email", value: email },
    { name: "authenticator", value: factors.totp ? "yes" : "no" },
    { name: "passkeys", kind: "count", value: String(factors.passkeys) },
    { name: "recovery_codes", kind: "count", value: String(factors.recoveryCodes) },
    ...(lastSignInAt === undefined
      ? []
      : [{ name: "last_sign_in", kind: "time", value: lastSignInAt.toISOString() } as const]),
  ];
}

/**
 * Handles 2FA recovery cases: an approval removes the second factors, and a rejection keeps them.
 */
export const factorResetCases: CaseHandler = {
  kind: "factor_reset",
  facts: (_context: AppContext, tx, reviewCase) => factsOf(tx, reviewCase),
  async approve(context, tx, reviewCase, { actor, requestId }) {
    const { reset, personId } = await subjectOf(tx, reviewCase);
    const { reason, proposed_by: proposedBy } = reset;
    const data = { reason, proposedBy };
    const forget = await resetFactors(context, tx, personId, { actor, requestId, data });
    if (forget === undefined) {
      throw new Refusal("no_factor_to_reset");
    }
    return forget;
  },
  // The request itself changed nothing, so there is nothing to undo.
  reject: async () => undefined,
  end: async () => undefined,
};
