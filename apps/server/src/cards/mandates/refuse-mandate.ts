import type { Mandate } from "@tessera/contract/cards/mandates.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { presentMandate } from "./mandates.presenter.ts";
import { readBack, updateOutcome } from "./mandates.repository.ts";
import { recordMandate } from "./record-mandate.ts";
import { type NamedMandate, requireUndecided, takeMandate } from "./take-mandate.ts";

interface RefuseInput extends NamedMandate {
  readonly revision: number;
  readonly requestId: string;
}

/**
 * Refuses a proposed mandate. Repeating the call changes nothing.
 *
 * @throws Refusal `not_found`, `mandate_decided`, `mandate_changed`
 */
export async function refuseMandate(context: AppContext, input: RefuseInput): Promise<Mandate> {
  const { session, revision, requestId } = input;
  return inTransaction(context.db, async (tx) => {
    const now = context.clock.now();
    const row = await takeMandate(tx, input);
    if (row.status !== "refused") {
      requireUndecided(row, revision, now);
      await updateOutcome(tx, row.id, { status: "refused", decided_at: now, ended_at: now });
      await recordMandate(
        context,
        tx,
        { ...row, status: "refused" },
        { actor: session.username, requestId, action: "mandate.refuse" },
      );
    }
    return presentMandate(await readBack(tx, row));
  });
}
