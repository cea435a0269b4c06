import type { LocalizedText } from "@tessera/contract/errors/locales";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { insertProgramHits } from "./program-rules.repository.ts";

interface RefusingRule {
  readonly id: string;
  readonly version: number;
  readonly names: LocalizedText;
  readonly isShadow: boolean;
}

/**
 * A customer's request, other than a payment, that program rules refused, or would have refused if
 * they were not shadow rules. Also states who made the request.
 */
export interface ProgramRefusals {
  readonly subject: "address" | "new_card";
  readonly customerId: string;
  readonly rules: readonly RefusingRule[];
  readonly actor: string;
  readonly requestId: string;
}

/**
 * Records what rules refused or, as shadow rules, would have refused. Audits only actual refusals.
 */
export async function recordProgramRefusals(
  context: AppContext,
  { subject, customerId, rules, actor, requestId }: ProgramRefusals,
): Promise<void> {
  const at = context.clock.now();
  await inTransaction(context.db, async (tx) => {
    await insertProgramHits(
      tx,
      rules.map(({ id, version, isShadow }) => ({
        ...{ id: newId(at), rule_id: id, version, subject, shadow: isShadow, at },
        ...{ customer_id: customerId, card_id: null, movement_id: null },
        ...{ amount_minor: null, currency: null, merchant: null },
      })),
    );
    await context.ledger.appendAudit(
      tx,
      rules
        .filter(({ isShadow }) => !isShadow)
        .map(({ id, version, names }) => ({
          ...{ action: "programme_rule.refused", actor, customerId, object: id, requestId },
          outcome: "refused" as const,
          data: { subject, rule: names.en, version },
        })),
    );
  });
}
