import type {
  BankEntryDetail,
  BankEntryState,
} from "@tessera/contract/money-movement/bank.schemas";
import type { Decider } from "../../back-office/cases/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { wireId } from "../../platform/ids.ts";
import { requireEntry } from "./assign-entry.ts";
import type { EntryRow } from "./bank.tables.ts";
import { updateEntry } from "./entries.repository.ts";
import { getEntry } from "./read-entries.ts";

interface Reopening {
  /** UUID; undefined if the requested id is not valid. */
  readonly entryId: string | undefined;
  readonly reason: string;
  readonly by: Decider;
}

/** Why an entry that operators put back is in the queue. */
const REOPENED = "reopened";

/**
 * Puts a transfer back into the queue: calls off a return that the bank has not paid, or undoes the
 * match with a trade. The reference of the return stays, so if the bank pays it after all, the
 * entry still ends as returned. A retry changes nothing.
 *
 * @throws Refusal `not_found`, `bank_entry_decided`
 */
export async function reopenEntry(
  context: AppContext,
  { entryId, reason, by }: Reopening,
): Promise<BankEntryDetail> {
  await inTransaction(context.db, async (tx) => {
    const entry = await requireEntry(tx, entryId);
    const state: BankEntryState = entry.is_credit ? "unmatched" : "outflow";
    const isRepeat =
      entry.state === state && entry.reason === REOPENED && entry.decided_by === by.actor;
    if (isRepeat) {
      return;
    }
    const data = undone(entry);
    if (data === undefined) {
      throw new Refusal("bank_entry_decided");
    }
    await updateEntry(tx, entry.id, {
      state,
      reason: REOPENED,
      movement_id: null,
      decided_by: by.actor,
      changed_at: context.clock.now(),
    });
    await context.ledger.appendAudit({ kysely: tx }, [
      {
        action: "bank.reopen",
        actor: by.actor,
        customerId: null,
        object: wireId("ben", entry.id),
        outcome: "ok",
        requestId: by.requestId,
        data: { role: by.role, reason, ...data },
      },
    ]);
  });
  return getEntry(context, entryId);
}

/** Returns what is undone, for the audit log; undefined if the entry is in no state to reopen. */
function undone({ state, return_reference: reference, movement_id: movementId }: EntryRow) {
  if (state === "returning") {
    return { reference };
  }
  return state === "traded" && movementId !== null
    ? { movementId: wireId("mov", movementId) }
    : undefined;
}
