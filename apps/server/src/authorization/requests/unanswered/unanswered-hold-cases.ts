import { formatAmount } from "@tessera/money";
import {
  type CaseHandler,
  closeCase,
  selectOpenSubjects,
} from "../../../back-office/cases/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { isUnanswered } from "../take-over-process.ts";
import { type HeldPayment, selectHeldPayment } from "./unanswered-holds.repository.ts";
import { endHeld } from "./unanswered-holds.ts";

const KIND = "unanswered_hold";
const INTERVAL_MS = 60_000;

/**
 * Handles decisions on holds whose server died before it responded: an approval releases the hold,
 * and a rejection keeps it until the network ends it or it expires.
 */
export const unansweredHoldCases: CaseHandler = {
  kind: KIND,
  facts: async (_context, tx, { subjectId }) => {
    const hold = await selectHeldPayment(tx, subjectId);
    return hold === undefined
      ? [{ name: "hold_state", value: "ended" }]
      : [
          { name: "merchant", value: hold.merchantName },
          ...(hold.last4 === null ? [] : [{ name: "card", value: `•••• ${hold.last4}` }]),
          {
            name: "held",
            kind: "amount" as const,
            value: formatAmount(hold.heldMinor, hold.currency),
            currency: hold.currency,
          },
          { name: "requested_at", kind: "time" as const, value: hold.heldAt.toISOString() },
          { name: "expires_at", kind: "time" as const, value: hold.expiresAt.toISOString() },
        ];
  },
  async approve(context, tx, { subjectId }) {
    const hold = await selectUnanswered(tx, subjectId);
    if (hold === undefined || (await endHeld(context, tx, hold)) === "approved") {
      throw new Refusal("case_changed");
    }
  },
  // The hold stays as it is.
  reject: async () => undefined,
  end: async () => undefined,
};

/** Returns a payment that has an open hold but no stored response. Locks the payment's name. */
async function selectUnanswered(tx: Tx, id: string): Promise<HeldPayment | undefined> {
  const hold = await selectHeldPayment(tx, id);
  return hold !== undefined && (await isUnanswered(tx, hold)) ? hold : undefined;
}

/** Closes the cases whose payment has been answered or whose hold has ended. */
export async function closeAnsweredCases(context: AppContext): Promise<void> {
  for (const subjectId of await selectOpenSubjects(context.db.kysely, KIND)) {
    await inTransaction(context.db, async (tx) => {
      if ((await selectUnanswered(tx, subjectId)) === undefined) {
        await closeCase(context, tx, { kind: KIND, subjectId }, "expired");
      }
    });
  }
}

/** Starts the job that closes cases that no longer need a decision. */
export function startClosingAnsweredCases(context: AppContext): void {
  context.jobs.every(INTERVAL_MS, "unanswered-hold-cases", () => closeAnsweredCases(context));
}
