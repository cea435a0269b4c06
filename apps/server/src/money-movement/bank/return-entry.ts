import type { BankEntryDetail } from "@tessera/contract/money-movement/bank.schemas";
import type { Decider } from "../../back-office/cases/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import { requireEntry, requireUnmatched } from "./assign-entry.ts";
import { drawDigits } from "./bank-details.ts";
import { updateEntry } from "./entries.repository.ts";
import { getEntry } from "./read-entries.ts";
import { RETURN_DIGITS, returnReferenceOf } from "./return-reference.policy.ts";

interface Return {
  /** UUID; undefined if the requested id is not valid. */
  readonly entryId: string | undefined;
  readonly reason: string;
  readonly by: Decider;
}

/**
 * Records that an unmatched credit is to be returned to the payer, and draws the reference that the
 * transfer at the bank must carry. No money moves here: the entry counts as returned when a debit
 * with that reference and amount is imported; until then, it can be called off. A retry changes
 * nothing.
 *
 * @throws Refusal `not_found`, `bank_entry_decided`
 */
export async function returnEntry(
  context: AppContext,
  { entryId, reason, by }: Return,
): Promise<BankEntryDetail> {
  await inTransaction(context.db, async (tx) => {
    const entry = await requireEntry(tx, entryId);
    const isRepeat =
      entry.state === "returning" && entry.reason === reason && entry.decided_by === by.actor;
    if (isRepeat) {
      return;
    }
    requireUnmatched(entry);
    // A return that was called off and is instructed again keeps its reference, by which its debit
    // is recognized, whenever the bank pays it.
    const reference = entry.return_reference ?? returnReferenceOf(drawDigits(RETURN_DIGITS));
    await updateEntry(tx, entry.id, {
      state: "returning",
      reason,
      return_reference: reference,
      decided_by: by.actor,
      changed_at: context.clock.now(),
    });
    await context.ledger.appendAudit({ kysely: tx }, [
      {
        action: "bank.return",
        actor: by.actor,
        customerId: null,
        object: wireId("ben", entry.id),
        outcome: "ok",
        requestId: by.requestId,
        data: { role: by.role, reason, reference },
      },
    ]);
  });
  return getEntry(context, entryId);
}
