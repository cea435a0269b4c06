import type { Movement, Result } from "@tessera/ledger";
import { requireAmount } from "../../platform/amount-input.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { findStanding } from "../cards/index.ts";
import { type Decision, decide, periodIn, spendingWindows } from "../risk/index.ts";
import { inAuthorisation, type OpenAuthorisation, stepMovement } from "./in-authorisation.ts";
import { cardStateOf, paymentCardOf } from "./payment-card.ts";
import type { NetworkOutcome } from "./payment-request.ts";
import { limitGuards } from "./spending-guards.ts";

const MAX_DECISIONS = 3;

export interface IncrementInput {
  readonly authorisationId: string | undefined;
  /** What to add: a wire amount. */
  readonly amount: string | undefined;
}

/**
 * Asks for more on an open authorisation. It is decided as the first request was, the limit per
 * transaction counting both, and a decline leaves what was approved before as it is.
 *
 * @throws Refusal `not_found`, `authorization_closed`, `invalid_input` without an amount
 */
export async function incrementAuthorisation(
  context: AppContext,
  input: IncrementInput,
): Promise<NetworkOutcome> {
  return inAuthorisation(context, input.authorisationId, async (tx, open) => {
    if (input.amount === undefined) {
      throw new Refusal("invalid_input", { fields: [{ path: "amount", code: "required" }] });
    }
    const amountMinor = requireAmount(input.amount, open.authorisation.currency);
    for (let tries = 0; tries < MAX_DECISIONS; tries++) {
      const { decision, movement } = await decideIncrement(context, tx, open, amountMinor);
      const [result] = await context.ledger.post(tx, [movement]);
      if (isWritten(result)) {
        const approved = decision.decision === "approve";
        return {
          movementId: movement.id,
          approved,
          code: decision.code,
          amountMinor: approved ? amountMinor : 0n,
          currency: movement.currency,
        };
      }
    }
    throw new Refusal("overloaded", { internal: "an increment was overtaken too often" });
  });
}

function isWritten(result: Result | undefined): boolean {
  return result?.outcome === "posted";
}

async function decideIncrement(
  context: AppContext,
  tx: Tx,
  open: OpenAuthorisation,
  amountMinor: bigint,
): Promise<{ readonly decision: Decision; readonly movement: Movement }> {
  const { authorisation } = open;
  const now = context.clock.now();
  const period = periodIn(context.config.timeZone, now);
  const windows = spendingWindows(period);
  const standing = await findStanding(tx, authorisation.customerId, authorisation.cardId, windows);
  if (standing === undefined) {
    throw new Error(`authorisation ${authorisation.id} has no card`);
  }
  const card = paymentCardOf(standing);
  const event = {
    amountMinor,
    earlierMinor: authorisation.remainingMinor + authorisation.clearedMinor,
    currency: authorisation.currency,
  };
  const decision = decide(cardStateOf(card), event, { now, period });
  const isApproved = decision.decision === "approve";
  const movement = stepMovement(context, open, {
    kind: "increment",
    status: isApproved ? "completed" : "declined",
    amountMinor: -amountMinor,
    ...(isApproved
      ? {
          legs: [{ type: "increase", holdId: authorisation.id, amountMinor }],
          guards: limitGuards(card, windows, amountMinor),
          statusChanges: [
            {
              movementId: authorisation.id,
              status: "processing",
              amountMinor: authorisation.amountMinor - amountMinor,
            },
          ],
        }
      : { legs: [], data: { declineCode: decision.code } }),
  });
  return { decision, movement };
}
