import type { Guard } from "@tessera/ledger";
import { formatAmount, lesser } from "@tessera/money";
import { unlockMerchant } from "../../cards/lifecycle/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { giveBackDrawGuards, giveBackGuards } from "../decision/index.ts";
import type { AuthorizationName, NetworkOutcome } from "../messages/index.ts";
import {
  type AuthorizationAtHand,
  inOpenAuthorization,
  pendingMinorOf,
  postStep,
  stepMovement,
} from "./authorization-aggregate.ts";
import { releaseAll, releaseParts } from "./held-parts.ts";
import {
  changedFee,
  exceedsPending,
  holdBufferOf,
  type PricedStep,
  priceStep,
  type StepAmount,
  stepExchangeData,
} from "./step-amount.ts";

export interface ReverseInput extends AuthorizationName, StepAmount {}

/** Reverses an authorization in its own transaction; see {@link reverseWithin}. */
export async function reverseAuthorization(
  context: AppContext,
  input: ReverseInput,
): Promise<NetworkOutcome> {
  return inTransaction(context.db.urgent, (tx) => reverseWithin(context, tx, input));
}

/**
 * Reverses all or part of an authorization, releasing its money and its limits.
 *
 * @throws Refusal `not_found`, `authorization_closed`, `invalid_input` for a zero amount or for
 * more than is pending
 */
export async function reverseWithin(
  context: AppContext,
  tx: Tx,
  input: ReverseInput,
): Promise<NetworkOutcome> {
  return inOpenAuthorization(context, tx, input, async (open) => {
    const pendingMinor = pendingMinorOf(open.authorization);
    const back = await priceStep(context, tx, open.authorization, input, "authorization");
    if (exceedsPending(open.authorization, back)) {
      throw new Refusal("invalid_input", { fields: [{ path: "amount", code: "out_of_range" }] });
    }
    // If the rate has risen, the parts cleared so far may have used up the authorized amount.
    const amountMinor = lesser(back.amountMinor, pendingMinor);
    return giveBack(context, tx, open, { ...back, amountMinor });
  });
}

/**
 * Releases the pending amount in excess of `keepMinor`, for networks that report how much is left
 * rather than how much was reversed. Repeating it changes nothing.
 *
 * @throws Refusal `not_found`, `authorization_closed`
 */
export async function keepHeld(
  context: AppContext,
  authorizationId: string,
  keepMinor: bigint,
): Promise<void> {
  await inTransaction(context.db.urgent, (tx) =>
    inOpenAuthorization(context, tx, { authorisationId: authorizationId }, async (open) => {
      const backMinor = pendingMinorOf(open.authorization) - keepMinor;
      if (backMinor > 0n) {
        const amount = formatAmount(backMinor, open.authorization.currency);
        const back = await priceStep(context, tx, open.authorization, { amount }, "authorization");
        await giveBack(context, tx, open, back);
      }
    }),
  );
}

async function giveBack(
  context: AppContext,
  tx: Tx,
  open: AuthorizationAtHand,
  back: PricedStep,
): Promise<NetworkOutcome> {
  const { authorization, counted } = open;
  const { amountMinor: backMinor } = back;
  const pendingMinor = pendingMinorOf(authorization);
  const isWhole = backMinor === pendingMinor;
  // First releases the part that an advice could not hold, so that the rest stays covered, with its
  // buffer if it is cleared at a later rate.
  const keptMinor = pendingMinor - backMinor;
  const releaseMinor =
    authorization.remainingMinor - keptMinor - holdBufferOf(authorization, keptMinor);
  const { legs, drawnMinor } = isWhole
    ? releaseAll(authorization.parts, "released")
    : releaseParts(authorization.parts, releaseMinor > 0n ? releaseMinor : 0n);
  const movement = stepMovement(context, open, {
    kind: "reversal",
    status: "completed",
    amountMinor: backMinor,
    legs,
    guards: [
      ...giveBackGuards(counted, backMinor, isUndone(open, isWhole)),
      ...giveBackDrawGuards(counted, drawnMinor),
    ],
    statusChanges: [
      isWhole
        ? endOf(open, "cancelled")
        : {
            movementId: authorization.id,
            status: "processing",
            amountMinor: backMinor - authorization.authorizedMinor,
            ...changedFee(authorization, authorization.authorizedMinor - backMinor),
          },
    ],
    data: stepExchangeData(authorization, back, -1n),
    labels: isWhole ? [] : ["partial"],
  });
  return postStep(context, tx, movement, backMinor);
}

/**
 * Withdraws a hold that exists although the network received a decline.
 *
 * @throws Refusal `not_found`, `authorization_closed` if it is no longer open
 */
export async function withdrawAuthorization(
  context: AppContext,
  authorizationId: string,
): Promise<void> {
  await inTransaction(context.db.urgent, (tx) =>
    inOpenAuthorization(context, tx, { authorisationId: authorizationId }, (open) =>
      withdrawOpen(context, tx, open),
    ),
  );
}

/** Releases the hold of an open authorization, and ends the authorization as declined. */
export async function withdrawOpen(
  context: AppContext,
  tx: Tx,
  open: AuthorizationAtHand,
): Promise<void> {
  const { authorization, card, counted } = open;
  const pendingMinor = pendingMinorOf(authorization);
  const { legs, drawnMinor } = releaseAll(authorization.parts, "released");
  const movement = stepMovement(context, open, {
    kind: "reversal",
    status: "completed",
    amountMinor: pendingMinor,
    legs,
    guards: [
      ...giveBackGuards(counted, pendingMinor, isUndone(open, true)),
      ...giveBackDrawGuards(counted, drawnMinor),
      ...firstPaymentGuards(open),
    ],
    statusChanges: [endOf(open, "declined")],
  });
  if (counted.some(({ window }) => window === "lock")) {
    await unlockMerchant(tx, card.id);
  }
  await postStep(context, tx, movement, pendingMinor);
}

/**
 * Returns guards that undo the card's first-payment counters. A payment that was never approved
 * does not count as the first.
 */
function firstPaymentGuards({ counted }: AuthorizationAtHand): Guard[] {
  return counted
    .filter(({ window }) => window === "uses" || window === "lock")
    .map(({ subject, window, count }) => ({ subject, window, amountMinor: 0n, count: -count }));
}

/** Expires an authorization in its own transaction; see {@link expireWithin}. */
export async function expireAuthorization(
  context: AppContext,
  authorizationId: string | undefined,
): Promise<NetworkOutcome> {
  return inTransaction(context.db.urgent, (tx) =>
    expireWithin(context, tx, { authorisationId: authorizationId }),
  );
}

/**
 * Expires an authorization and releases what it still holds.
 *
 * @throws Refusal `not_found`, `authorization_closed`
 */
export async function expireWithin(
  context: AppContext,
  tx: Tx,
  name: AuthorizationName,
): Promise<NetworkOutcome> {
  return inOpenAuthorization(context, tx, name, async (open) => {
    const { authorization, counted } = open;
    const pendingMinor = pendingMinorOf(authorization);
    // The ledger accepts an expiry only after the hold's own expiry time, but a network may end the
    // hold sooner.
    const isDue = authorization.expiresAt <= context.clock.now();
    const { legs, drawnMinor } = releaseAll(authorization.parts, isDue ? "expired" : "released");
    const movement = stepMovement(context, open, {
      kind: "expiry",
      status: "completed",
      amountMinor: pendingMinor,
      legs,
      guards: [
        ...giveBackGuards(counted, pendingMinor, isUndone(open, true)),
        ...giveBackDrawGuards(counted, drawnMinor),
      ],
      statusChanges: [endOf(open, "expired")],
    });
    return postStep(context, tx, movement, pendingMinor);
  });
}

function isUndone({ authorization }: AuthorizationAtHand, isWhole: boolean): boolean {
  return isWhole && authorization.clearedMinor === 0n;
}

type EndStatus = "cancelled" | "expired" | "declined";

/** Returns the final status of a purchase without a hold: cleared if any part was cleared. */
function endOf({ authorization }: AuthorizationAtHand, status: EndStatus) {
  const { id, clearedMinor } = authorization;
  return clearedMinor === 0n
    ? { movementId: id, status }
    : {
        movementId: id,
        status: "completed" as const,
        amountMinor: -clearedMinor,
        ...((authorization.authorizedFeeMinor > 0n || authorization.clearedFeeMinor > 0n) && {
          feeMinor: authorization.clearedFeeMinor,
        }),
      };
}
