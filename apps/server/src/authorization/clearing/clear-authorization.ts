import { type Guard, houseAccount, type Leg, type Movement } from "@tessera/ledger";
import { lesser } from "@tessera/money";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import {
  giveBackDrawGuards,
  giveBackGuards,
  readMandateCeiling,
  readMerchantAmount,
} from "../decision/index.ts";
import type { Authorization } from "../holds/index.ts";
import {
  type AuthorizationAtHand,
  captureParts,
  type Drawn,
  drawnData,
  holdBufferOf,
  inAuthorization,
  isDrawn,
  merchantChangeOf,
  merchantPendingOf,
  type PricedStep,
  postStep,
  priceStep,
  type Released,
  type StepAmount,
  sharesOf,
  stepExchangeData,
  stepMovement,
} from "../holds/index.ts";
import type { AuthorizationName, NetworkOutcome } from "../messages/index.ts";
import { countForcePost } from "../velocity/index.ts";
import { type ClearingSplit, splitClearing } from "./clearing.policy.ts";
import { forcedPosting, markupLegs } from "./forced-posting.ts";
import { differenceWithin, permittedDifference } from "./overcapture.policy.ts";

const MAX_TRIES = 3;

export interface ClearInput extends AuthorizationName, StepAmount {
  /** Whether this is the final clearing, which releases the rest of the hold. */
  readonly final: boolean;
  /**
   * Whether to reject a clearing whose hold has ended instead of treating it as a late clearing.
   */
  readonly onlyOpen?: boolean;
  /** The clearing's movement id in the ledger, or its prefix; generated if absent. */
  readonly movementId?: string;
}

/** Clears an authorization in its own transaction; see {@link clearWithin}. */
export async function clearAuthorization(
  context: AppContext,
  input: ClearInput,
): Promise<NetworkOutcome> {
  return inTransaction(context.db.urgent, (tx) => clearWithin(context, tx, input));
}

/**
 * Clears an authorization for less than, exactly, or more than the amount on hold, even after the
 * hold has ended. Any amount beyond what may be cleared becomes a separate force post (decision
 * 0028). Never declines because of insufficient funds, limits or a freeze, since the merchant was
 * promised the money.
 *
 * @throws Refusal `not_found`, `authorization_closed` after a final clearing, or for an ended hold
 * if `onlyOpen`
 */
export async function clearWithin(
  context: AppContext,
  tx: Tx,
  input: ClearInput,
): Promise<NetworkOutcome> {
  return inAuthorization(context, tx, input, async (found) => {
    const { authorization } = found;
    if (input.onlyOpen === true && authorization.holdState !== "open") {
      throw new Refusal("authorization_closed");
    }
    // A single message is cleared as it was answered; every other clearing at its own rate.
    const at = input.onlyOpen === true ? "authorization" : "now";
    const asked = await priceStep(context, tx, authorization, input, at);
    const { amountMinor: askedMinor } = asked;
    if (authorization.isSettled || askedMinor === 0n) {
      throw new Refusal("authorization_closed");
    }
    for (let tries = 1; ; tries++) {
      const split = await splitNow(context, tx, found, askedMinor, tries < MAX_TRIES);
      const outcome = await settle(context, tx, found, { ...input, asked, askedMinor, split });
      if (outcome !== undefined) {
        return outcome;
      }
    }
  });
}

function heldOf({ holdState, remainingMinor }: Authorization): bigint | undefined {
  return holdState === "open" ? remainingMinor : undefined;
}

/**
 * Splits the amount based on the card's current balance.
 *
 * @param withAvailable false to take only the amount on hold, which no other payment can take
 */
async function splitNow(
  { ledger }: AppContext,
  tx: Tx,
  found: AuthorizationAtHand,
  askedMinor: bigint,
  withAvailable: boolean,
): Promise<ClearingSplit> {
  const { authorization, card } = found;
  const { authorizedMinor, clearedMinor } = authorization;
  const [balance] = await ledger.balances(tx, [card.card_account]);
  const permittedMinor = authorizedMinor + (await differenceOf(tx, found)) - clearedMinor;
  return splitClearing({
    askedMinor,
    permittedMinor: permittedMinor > 0n ? permittedMinor : 0n,
    heldMinor: heldOf(authorization),
    availableMinor: withAvailable ? (balance?.availableMinor ?? 0n) : 0n,
  });
}

/**
 * Returns by how much the clearings may exceed the authorization. A mandate's ceiling bounds it,
 * and is read only for a mandate's card.
 */
async function differenceOf(tx: Tx, { authorization, card }: AuthorizationAtHand): Promise<bigint> {
  const { authorizedMinor, currency, merchant } = authorization;
  const moreMinor = permittedDifference(merchant.mcc, authorizedMinor, currency);
  // The rate may have moved since the authorization, by as much as its buffer.
  const differenceMinor = moreMinor + holdBufferOf(authorization, authorizedMinor);
  if (card.mandate_id === null || differenceMinor === 0n) {
    return differenceMinor;
  }
  const ceilingMinor = await readMandateCeiling(tx, card.mandate_id);
  return differenceWithin(ceilingMinor, authorizedMinor, differenceMinor);
}

interface Settlement {
  readonly movementId?: string;
  readonly final: boolean;
  readonly asked: PricedStep;
  readonly askedMinor: bigint;
  readonly split: ClearingSplit;
}

/**
 * Posts the clearing.
 *
 * @returns undefined, with nothing written, if a concurrent payment took the available amount
 */
async function settle(
  context: AppContext,
  tx: Tx,
  found: AuthorizationAtHand,
  settlement: Settlement,
): Promise<NetworkOutcome | undefined> {
  const { authorization } = found;
  const { clearingMinor, forcedMinor } = settlement.split;
  const steps = [
    ...(clearingMinor > 0n ? [await clearingOf(context, tx, found, settlement)] : []),
    ...(forcedMinor > 0n ? [await forcedOf(context, tx, found, settlement)] : []),
  ];
  const [first] = steps;
  if (first === undefined) {
    throw new Error(`a clearing of ${authorization.id} moves nothing`);
  }
  const results = await context.ledger.post(tx, [first]);
  const [result] = results;
  if (result?.outcome === "refused" && result.reason === "insufficient") {
    return undefined;
  }
  if (result?.outcome !== "posted") {
    const reason = result?.outcome === "refused" ? result.reason : "no result";
    throw new Error(`the ledger refused a clearing of ${authorization.id}: ${reason}`);
  }
  for (const step of steps.slice(1)) {
    await postStep(context, tx, step, forcedMinor);
  }
  return {
    movementId: first.id,
    approved: true,
    code: "approved",
    amountMinor: settlement.askedMinor,
    currency: authorization.currency,
  };
}

async function clearingOf(
  context: AppContext,
  tx: Tx,
  found: AuthorizationAtHand,
  { final, asked, askedMinor, split, movementId }: Settlement,
): Promise<Movement> {
  const { authorization } = found;
  const { clearingMinor } = split;
  const feeMinor = clearingFeeOf(asked, split);
  const heldMinor = heldOf(authorization);
  const isLate = heldMinor === undefined;
  const isLast = final || isAllCleared(authorization, asked);
  const isDone = isLate || isLast || clearingMinor >= heldMinor;
  const totalMinor = authorization.clearedMinor + clearingMinor;
  const captured = isLate
    ? { legs: forcedLegs(found, clearingMinor, feeMinor), ...NOT_DRAWN }
    : captureLegs(found, { amountMinor: clearingMinor, feeMinor, heldMinor, final: isLast });
  return stepMovement(context, found, {
    ...(movementId !== undefined && { id: movementId }),
    kind: "clearing",
    status: "completed",
    amountMinor: -clearingMinor,
    feeMinor,
    legs: captured.legs,
    guards: [
      ...(await guardsOf(context, tx, found, authorization.clearedMinor + askedMinor, isDone)),
      ...giveBackDrawGuards(found.counted, captured.drawnMinor),
    ],
    statusChanges: isDone ? [settledAs(authorization, totalMinor, feeMinor)] : [],
    data: {
      final,
      ...stepExchangeData(authorization, asked, -1n, sharesOf(asked, clearingMinor).first),
      ...drawnData(captured.taken),
    },
    labels: [...(isLate ? ["late" as const] : []), ...(final ? [] : ["partial" as const])],
  });
}

/**
 * Returns whether a clearing takes the rest of the merchant's amount in another currency. If the
 * rate has fallen, less is cleared than is on hold, and nothing remains to be cleared with it.
 */
function isAllCleared(authorization: Authorization, asked: PricedStep): boolean {
  const clearedMinor = merchantChangeOf(authorization, asked);
  return clearedMinor !== undefined && clearedMinor >= merchantPendingOf(authorization);
}

/**
 * Returns the part of the markup that belongs to the clearing. A force post that follows takes the
 * markup first, so that the clearing always takes all of the hold.
 */
function clearingFeeOf(asked: PricedStep, { forcedMinor }: ClearingSplit): bigint {
  return asked.feeMinor - lesser(asked.feeMinor, forcedMinor);
}

/** Returns the force post for the amount that the program must pay beyond the clearing. */
async function forcedOf(
  context: AppContext,
  tx: Tx,
  found: AuthorizationAtHand,
  { final, asked, askedMinor, split, movementId }: Settlement,
): Promise<Movement> {
  const { authorization } = found;
  const feeMinor = asked.feeMinor - clearingFeeOf(asked, split);
  const isAlone = split.clearingMinor === 0n;
  const totalMinor = authorization.clearedMinor + askedMinor;
  return stepMovement(context, found, {
    ...(isAlone && movementId !== undefined && { id: movementId }),
    kind: "force_post",
    status: "completed",
    amountMinor: -split.forcedMinor,
    feeMinor,
    legs: forcedLegs(found, split.forcedMinor, feeMinor),
    // If a clearing precedes the force post, the clearing's guards count both.
    guards: isAlone ? await guardsOf(context, tx, found, totalMinor, true) : [],
    statusChanges: [settledAs(authorization, totalMinor, asked.feeMinor)],
    data: {
      final,
      ...stepExchangeData(authorization, asked, -1n, sharesOf(asked, split.clearingMinor).rest),
    },
    labels: [split.forcedLabel],
  });
}

function settledAs(authorization: Authorization, totalMinor: bigint, feeMinor: bigint) {
  const { id, authorizedFeeMinor, clearedFeeMinor } = authorization;
  const hasFee = authorizedFeeMinor > 0n || feeMinor > 0n;
  return {
    ...{ movementId: id, status: "completed" as const, amountMinor: -totalMinor },
    ...(hasFee && { feeMinor: clearedFeeMinor + feeMinor }),
  };
}

/** The legs of a clearing, what it took from the account, and what it releases there. */
interface CaptureLegs extends Released {
  readonly taken: Drawn;
}

const NOT_DRAWN = { drawnMinor: 0n, taken: { amountMinor: 0n, feeMinor: 0n } } as const;

/** A capture, with the markup in its amount. In minor units. */
interface Captured {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly heldMinor: bigint;
  readonly final: boolean;
}

/**
 * Returns the legs of a capture: the markup goes to the program's fees, the rest to the network. A
 * capture that takes all that is held ends the hold, so the markup comes first; if it is not
 * covered by the hold itself, it is taken like a force post.
 */
function captureLegs(found: AuthorizationAtHand, captured: Captured): CaptureLegs {
  const { authorization } = found;
  const { amountMinor, feeMinor, heldMinor, final } = captured;
  const { id: holdId, currency, parts } = authorization;
  if (parts.length > 1 || isDrawn(parts)) {
    return captureEach(found, captured);
  }
  const capture = (credit: bigint, minor: bigint, isLast: boolean): Leg[] =>
    minor === 0n ? [] : [{ type: "capture", holdId, credit, amountMinor: minor, final: isLast }];
  const network = houseAccount("network_settlement", currency);
  const netMinor = amountMinor - feeMinor;
  const legs =
    feeMinor < heldMinor
      ? [
          ...capture(houseAccount("fees", currency), feeMinor, final && netMinor === 0n),
          ...capture(network, netMinor, final),
        ]
      : [...capture(network, netMinor, final), ...markupLegs(found.card, currency, feeMinor)];
  return { legs, ...NOT_DRAWN };
}

/**
 * Captures from several holds: the card's money first, then the account's. What they do not cover
 * is taken from the card, never from the account.
 */
function captureEach(
  found: AuthorizationAtHand,
  { amountMinor, feeMinor, final }: Captured,
): CaptureLegs {
  const { currency, parts } = found.authorization;
  const network = houseAccount("network_settlement", currency);
  const fees = houseAccount("fees", currency);
  const captured = captureParts(parts, { amountMinor, feeMinor, final, network, fees });
  const { legs, drawnMinor, taken, beyondMinor, beyondFeeMinor } = captured;
  return { legs: [...legs, ...forcedLegs(found, beyondMinor, beyondFeeMinor)], drawnMinor, taken };
}

function forcedLegs(
  { authorization, card }: AuthorizationAtHand,
  amountMinor: bigint,
  feeMinor: bigint,
): Leg[] {
  return forcedPosting(card, authorization.currency, { amountMinor, feeMinor });
}

/**
 * Returns the counters to change. Until the clearing, spending counts as the authorized amount;
 * afterward, as the cleared amount.
 */
async function guardsOf(
  context: AppContext,
  tx: Tx,
  { authorization, card, counted }: AuthorizationAtHand,
  totalMinor: bigint,
  isDone: boolean,
): Promise<Guard[]> {
  const countedMinor = counted
    .filter(({ window }) => window.startsWith("month:"))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  if (totalMinor > countedMinor) {
    return countForcePost(context, tx, card, {
      merchant: authorization.merchant,
      channel: authorization.channel ?? undefined,
      merchantCurrency: readMerchantAmount(authorization.exchange)?.currency,
      totalMinor,
      moreMinor: totalMinor - countedMinor,
      isNew: false,
    });
  }
  return isDone ? giveBackGuards(counted, countedMinor - totalMinor, false) : [];
}
