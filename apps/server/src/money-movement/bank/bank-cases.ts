import type { CaseFact, CaseHandler, Decider, ReviewCase } from "../../back-office/cases/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import type { EntryRow } from "./bank.tables.ts";
import { creditMovement } from "./bank-movements.ts";
import { lockEntry, updateEntry } from "./entries.repository.ts";
import { selectCustomerAccounts } from "./payers.repository.ts";
import { BankMovementRefusedError, postBankMovement } from "./post-bank-movement.ts";

/** Decides on a transfer that carries a customer's reference and has a reason to be reviewed. */
export const bankTransferCases = handlerOf("bank_transfer");

/** Decides on a transfer that an operator has assigned to a customer. Customers do not see it. */
export const bankAssignmentCases = handlerOf("bank_assignment");

function handlerOf(kind: "bank_transfer" | "bank_assignment"): CaseHandler {
  return {
    kind,
    facts: async (_context, tx, reviewCase) => factsOf(await reviewedEntry(tx, reviewCase)),
    approve: credit,
    reject: (context, tx, reviewCase, by) => leaveUnmatched(context, tx, reviewCase, by),
    end: (context, tx, reviewCase) => leaveUnmatched(context, tx, reviewCase),
  };
}

async function reviewedEntry(tx: Tx, { subjectId }: ReviewCase): Promise<EntryRow> {
  const entry = await lockEntry(tx, subjectId);
  if (entry === undefined) {
    throw new Error(`a case is about the bank entry ${subjectId}, which does not exist`);
  }
  return entry;
}

async function lockReviewed(tx: Tx, reviewCase: ReviewCase): Promise<EntryRow> {
  const entry = await reviewedEntry(tx, reviewCase);
  if (entry.state !== "reviewing" || entry.customer_id !== reviewCase.customerId) {
    throw new Error(`the bank entry ${entry.id} is not under review`);
  }
  return entry;
}

async function credit(
  context: AppContext,
  tx: Tx,
  reviewCase: ReviewCase,
  by: Decider,
): Promise<void> {
  const entry = await lockReviewed(tx, reviewCase);
  const { customerId } = reviewCase;
  const at = context.clock.now();
  const { account } = await selectCustomerAccounts(tx, customerId, entry.currency);
  const movement = creditMovement({ entry, customerId, account, at, decidedBy: by });
  try {
    await postBankMovement(context, tx, movement);
  } catch (error) {
    const reason = error instanceof BankMovementRefusedError ? error.reason : "";
    if (reason === "blocked") {
      throw new Refusal("account_suspended", { cause: error });
    }
    if (reason === "closed") {
      throw new Refusal("account_closed", { cause: error });
    }
    throw error;
  }
  await updateEntry(tx, entry.id, {
    state: "credited",
    movement_id: movement.id,
    decided_by: by.actor,
    changed_at: at,
  });
}

/** Leaves a transfer to the queue, where an operator returns or assigns it. */
async function leaveUnmatched(
  context: AppContext,
  tx: Tx,
  reviewCase: ReviewCase,
  by?: Decider,
): Promise<void> {
  const entry = await lockReviewed(tx, reviewCase);
  await updateEntry(tx, entry.id, {
    state: "unmatched",
    reason: "rejected",
    customer_id: null,
    ...(by !== undefined && { decided_by: by.actor }),
    changed_at: context.clock.now(),
  });
}

function factsOf(entry: EntryRow): CaseFact[] {
  const optional = (name: string, value: string | null, kind?: CaseFact["kind"]) =>
    value === null || value === ""
      ? []
      : [{ name, value, ...(kind !== undefined && { kind }) } satisfies CaseFact];
  return [
    { name: "booked_on", value: entry.booked_on },
    { name: "bank_reference", value: entry.entry_key.replace(/^[SE]:/, ""), kind: "address" },
    ...optional("payer", entry.party_name),
    ...optional("payer_account", entry.party_account, "address"),
    ...optional("remittance", entry.remittance),
  ];
}
