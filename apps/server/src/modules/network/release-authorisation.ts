import { requireAmount } from "../../platform/amount-input.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import {
  inAuthorisation,
  type OpenAuthorisation,
  postStep,
  stepMovement,
} from "./in-authorisation.ts";
import type { NetworkOutcome } from "./payment-request.ts";
import { giveBackGuards } from "./spending-guards.ts";

export interface ReverseInput {
  readonly authorisationId: string | undefined;
  /** A wire amount; absent for all that is held. */
  readonly amount: string | undefined;
}

/**
 * Gives all or part of an authorisation back to the card, and to its limits.
 *
 * @throws Refusal `not_found`, `authorization_closed`, `invalid_input` for no amount or for more
 * than is held
 */
export async function reverseAuthorisation(
  context: AppContext,
  input: ReverseInput,
): Promise<NetworkOutcome> {
  return inAuthorisation(context, input.authorisationId, async (tx, open) => {
    const { authorisation, card, counted } = open;
    const { remainingMinor, currency } = authorisation;
    const backMinor =
      input.amount === undefined ? remainingMinor : requireAmount(input.amount, currency);
    if (backMinor > remainingMinor) {
      throw new Refusal("invalid_input", { fields: [{ path: "amount", code: "out_of_range" }] });
    }
    const isWhole = backMinor === remainingMinor;
    const movement = stepMovement(context, open, {
      kind: "reversal",
      status: "completed",
      amountMinor: backMinor,
      legs: [
        {
          type: "release",
          holdId: authorisation.id,
          amountMinor: isWhole ? "all" : backMinor,
          as: "released",
        },
      ],
      guards: giveBackGuards(card.id, counted, backMinor, isUndone(open, isWhole)),
      statusChanges: [
        isWhole
          ? endOf(open, "cancelled")
          : {
              movementId: authorisation.id,
              status: "processing",
              amountMinor: authorisation.amountMinor + backMinor,
            },
      ],
    });
    return postStep(context, tx, movement, backMinor);
  });
}

/**
 * Takes back a hold that stands although the network was told of a decline.
 *
 * @throws Refusal `authorization_closed` where it is no longer open
 */
export async function withdrawAuthorisation(
  context: AppContext,
  authorisationId: string,
): Promise<void> {
  await inAuthorisation(context, authorisationId, async (tx, open) => {
    const { authorisation, card, counted } = open;
    const { remainingMinor } = authorisation;
    const movement = stepMovement(context, open, {
      kind: "reversal",
      status: "completed",
      amountMinor: remainingMinor,
      legs: [{ type: "release", holdId: authorisation.id, amountMinor: "all", as: "released" }],
      guards: giveBackGuards(card.id, counted, remainingMinor, isUndone(open, true)),
      statusChanges: [endOf(open, "declined")],
    });
    return postStep(context, tx, movement, remainingMinor);
  });
}

/**
 * Lets an authorisation lapse: what it still holds is free again.
 *
 * @throws Refusal `not_found`, `authorization_closed`
 */
export async function expireAuthorisation(
  context: AppContext,
  authorisationId: string | undefined,
): Promise<NetworkOutcome> {
  return inAuthorisation(context, authorisationId, async (tx, open) => {
    const { authorisation, card, counted } = open;
    const isDue = authorisation.expiresAt <= context.clock.now();
    const movement = stepMovement(context, open, {
      kind: "expiry",
      status: "completed",
      amountMinor: authorisation.remainingMinor,
      legs: [
        {
          type: "release",
          holdId: authorisation.id,
          amountMinor: "all",
          // The ledger takes an expiry only after the hold's own time; a network may end it sooner.
          as: isDue ? "expired" : "released",
        },
      ],
      guards: giveBackGuards(card.id, counted, authorisation.remainingMinor, isUndone(open, true)),
      statusChanges: [endOf(open, "expired")],
    });
    return postStep(context, tx, movement, authorisation.remainingMinor);
  });
}

function isUndone({ authorisation }: OpenAuthorisation, isWhole: boolean): boolean {
  return isWhole && authorisation.clearedMinor === 0n;
}

type EndStatus = "cancelled" | "expired" | "declined";

/** How the purchase ends when nothing is held any more: as what was cleared, where anything was. */
function endOf({ authorisation }: OpenAuthorisation, status: EndStatus) {
  const { id, clearedMinor } = authorisation;
  return clearedMinor === 0n
    ? { movementId: id, status }
    : { movementId: id, status: "completed" as const, amountMinor: -clearedMinor };
}
