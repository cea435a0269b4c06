import type { BankEntryDetail } from "@tessera/contract/money-movement/bank.schemas";
import { type Decider, openCase } from "../../back-office/cases/index.ts";
import { findUsernames, requireNotClosed } from "../../identity/people/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { wireId } from "../../platform/ids.ts";
import type { EntryRow } from "./bank.tables.ts";
import { lockEntry, updateEntry } from "./entries.repository.ts";
import { getEntry } from "./read-entries.ts";

interface Assignment {
  /** UUIDs; undefined if the requested id is not valid. */
  readonly entryId: string | undefined;
  readonly customerId: string | undefined;
  readonly by: Decider;
}

/**
 * Assigns an unmatched credit to a customer. The money moves once another operator approves the
 * case that this opens. A retry by the same operator for the same customer changes nothing.
 *
 * @throws Refusal `not_found`, `bank_entry_decided`, `account_closed`
 */
export async function assignEntry(
  context: AppContext,
  { entryId, customerId, by }: Assignment,
): Promise<BankEntryDetail> {
  await inTransaction(context.db, async (tx) => {
    const entry = await requireEntry(tx, entryId);
    const isRepeat =
      entry.state === "reviewing" &&
      entry.customer_id === customerId &&
      entry.decided_by === by.actor;
    if (isRepeat) {
      return;
    }
    requireUnmatched(entry);
    await requireCustomer(tx, customerId);
    await updateEntry(tx, entry.id, {
      state: "reviewing",
      customer_id: customerId ?? null,
      decided_by: by.actor,
      changed_at: context.clock.now(),
    });
    await openAssignment(context, tx, { entry, customerId: customerId ?? "", by });
  });
  return getEntry(context, entryId);
}

async function openAssignment(
  context: AppContext,
  tx: Tx,
  { entry, customerId, by }: { entry: EntryRow; customerId: string; by: Decider },
): Promise<void> {
  await openCase(context, tx, {
    kind: "bank_assignment",
    subjectId: entry.id,
    customerId,
    amountMinor: entry.amount_minor,
    currency: entry.currency,
    reasons: [entry.reason ?? "assigned"],
    needsTwo: true,
    proposer: by,
  });
  await context.ledger.appendAudit({ kysely: tx }, [
    {
      action: "bank.assign",
      actor: by.actor,
      customerId,
      object: wireId("ben", entry.id),
      outcome: "ok",
      requestId: by.requestId,
      data: { role: by.role, bookedOn: entry.booked_on },
    },
  ]);
}

async function requireCustomer(tx: Tx, customerId: string | undefined): Promise<void> {
  const names = customerId === undefined ? undefined : await findUsernames(tx, [customerId]);
  if (customerId === undefined || names?.has(customerId) !== true) {
    throw new Refusal("not_found");
  }
  await requireNotClosed(tx, customerId);
}

/** @throws Refusal `not_found` */
export async function requireEntry(tx: Tx, id: string | undefined): Promise<EntryRow> {
  const entry = id === undefined ? undefined : await lockEntry(tx, id);
  if (entry === undefined) {
    throw new Refusal("not_found");
  }
  return entry;
}

/** @throws Refusal `bank_entry_decided` unless the entry is in the queue */
export function requireUnmatched({ state }: EntryRow): void {
  if (state !== "unmatched") {
    throw new Refusal("bank_entry_decided");
  }
}
