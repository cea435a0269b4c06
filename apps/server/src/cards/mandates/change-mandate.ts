import type { ChangeMandateBody, Mandate } from "@tessera/contract/cards/mandates.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { checkedTerms } from "./mandate-terms.ts";
import { presentMandate } from "./mandates.presenter.ts";
import { readBack, updateTerms } from "./mandates.repository.ts";
import { recordMandate } from "./record-mandate.ts";
import { type NamedMandate, requireUndecided, takeMandate } from "./take-mandate.ts";

interface ChangeInput extends NamedMandate {
  readonly body: ChangeMandateBody;
  readonly requestId: string;
}

/**
 * Replaces the terms of a mandate that waits for a decision. A person who is about to approve the
 * former revision has to read it again.
 *
 * @throws Refusal `not_found`, `mandate_of_another`, `mandate_decided`, `mandate_changed`,
 * `invalid_input`
 */
export async function changeMandate(context: AppContext, input: ChangeInput): Promise<Mandate> {
  const { session, body, requestId } = input;
  const { revision, ...terms } = body;
  return inTransaction(context.db, async (tx) => {
    const now = context.clock.now();
    const row = await takeMandate(tx, input);
    requireUndecided(row, revision, now);
    await updateTerms(tx, row.id, checkedTerms(terms, now), now);
    const changed = await readBack(tx, row);
    const act = { actor: session.username, requestId, action: "mandate.change" } as const;
    await recordMandate(context, tx, changed, act);
    return presentMandate(changed);
  });
}
