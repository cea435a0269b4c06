import { type Guard, houseAccount } from "@tessera/ledger";
import { requireAmount } from "../../platform/amount-input.ts";
import type { AppContext } from "../../platform/context.ts";
import { indebted, repayDebt } from "../cards/index.ts";
import { periodIn, spendingWindows } from "../risk/index.ts";
import {
  inAuthorisation,
  type OpenAuthorisation,
  postStep,
  stepMovement,
} from "./in-authorisation.ts";
import type { NetworkOutcome } from "./payment-request.ts";
import { countingGuards, giveBackGuards } from "./spending-guards.ts";

export interface ClearInput {
  readonly authorisationId: string | undefined;
  /** A wire amount; absent for all that is held. */
  readonly amount: string | undefined;
  /** Whether no further clearing follows, so that what remains is given back. */
  readonly final: boolean;
}

/**
 * Settles an authorisation for less, as much or more than it held. More is taken from what the
 * card has available, and what that cannot pay is owed. It is never refused for funds, limits or
 * a freeze: the merchant was promised the money.
 *
 * @throws Refusal `not_found`, `authorization_closed`
 */
export async function clearAuthorisation(
  context: AppContext,
  input: ClearInput,
): Promise<NetworkOutcome> {
  return inAuthorisation(context, input.authorisationId, async (tx, open) => {
    const { authorisation, card } = open;
    const clearedMinor =
      input.amount === undefined
        ? authorisation.remainingMinor
        : requireAmount(input.amount, authorisation.currency);
    const totalMinor = authorisation.clearedMinor + clearedMinor;
    const isDone = input.final || clearedMinor >= authorisation.remainingMinor;
    const movement = stepMovement(context, open, {
      kind: "clearing",
      status: "completed",
      amountMinor: -clearedMinor,
      legs: [
        {
          type: "capture",
          holdId: authorisation.id,
          credit: houseAccount("network_settlement", authorisation.currency),
          amountMinor: clearedMinor,
          final: input.final,
          shortfallFrom: card.receivable_account,
        },
      ],
      guards: guardsOf(context, open, totalMinor, isDone),
      statusChanges: isDone
        ? [{ movementId: authorisation.id, status: "completed", amountMinor: -totalMinor }]
        : [],
    });
    const outcome = await postStep(context, tx, movement, clearedMinor);
    if (clearedMinor > authorisation.remainingMinor) {
      // Beyond the hold the card may owe: that is repaid now, or noted for when there is money.
      await repayDebt(context, tx, indebted(card), authorisation.id);
    }
    return outcome;
  });
}

/** Spending counts what was authorised until it is settled, and then what was settled. */
function guardsOf(
  context: AppContext,
  { card, counted }: OpenAuthorisation,
  totalMinor: bigint,
  isDone: boolean,
): Guard[] {
  const countedMinor = counted
    .filter(({ window }) => window.startsWith("month:"))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  if (totalMinor > countedMinor) {
    const windows = spendingWindows(periodIn(context.config.timeZone, context.clock.now()));
    return countingGuards(card.id, windows, totalMinor - countedMinor);
  }
  return isDone ? giveBackGuards(card.id, counted, countedMinor - totalMinor, false) : [];
}
