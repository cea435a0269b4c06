import { findStanding } from "../../cards/lifecycle/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { type Price, priceOnCard, statedAmount } from "../conversion/index.ts";
import {
  bufferOf,
  decideTraced,
  decisionTime,
  spendingWindows,
  storedTrace,
} from "../decision/index.ts";
import {
  type Authorization,
  type AuthorizationAtHand,
  askedCardOf,
  cardStateOf,
  drawData,
  drawStateOf,
  exchangeData,
  increaseLegs,
  inOpenAuthorization,
  type PricedStep,
  paymentCardOf,
  recordWithin,
  type StepAmount,
  stepExchangeData,
  stepMovement,
  type Verdict,
} from "../holds/index.ts";
import type { AuthorizationName, NetworkOutcome, Told } from "../messages/index.ts";
import { readRisk } from "../velocity/index.ts";
import { isInQuestion } from "./unanswered/unanswered-holds.ts";

const MAX_DECISIONS = 3;

/** The amount is the one to add. */
export interface IncrementInput extends AuthorizationName, StepAmount {
  /** Called with each decision as it is made. The last decision applies. */
  readonly told?: Told | undefined;
}

/** Increments an authorization in its own transaction; see {@link incrementWithin}. */
export async function incrementAuthorization(
  context: AppContext,
  input: IncrementInput,
): Promise<NetworkOutcome> {
  return inTransaction(context.db.urgent, (tx) => incrementWithin(context, tx, input));
}

/**
 * Increments an open authorization. The increment is decided like the first request, but the
 * per-transaction limit applies to the total. A decline does not affect the earlier approval.
 *
 * @throws Refusal `not_found`, `authorization_closed`, `invalid_input` without an amount,
 * `outcome_unknown` while this server is resolving the first hold
 */
export async function incrementWithin(
  context: AppContext,
  tx: Tx,
  input: IncrementInput,
): Promise<NetworkOutcome> {
  return inOpenAuthorization(context, tx, input, async (open) => {
    if (input.amount === undefined) {
      throw new Refusal("invalid_input", { fields: [{ path: "amount", code: "required" }] });
    }
    const asked = await priceIncrement(context, tx, open.authorization, {
      ...input,
      amount: input.amount,
    });
    if (isInQuestion(context, ({ id }) => id === open.authorization.id)) {
      throw new Refusal("outcome_unknown", {
        internal: "an increment came while the hold is unresolved",
      });
    }
    for (let tries = 0; tries < MAX_DECISIONS; tries++) {
      const verdict = await decideIncrement(context, tx, open, asked);
      const { decision, movement } = verdict;
      input.told?.(decision);
      const result = await recordWithin(context, tx, verdict, open.card);
      if (result.outcome === "posted") {
        const approved = decision.decision === "approve";
        return {
          movementId: movement.id,
          approved,
          code: decision.code,
          amountMinor: approved ? asked.amountMinor : 0n,
          currency: movement.currency,
        };
      }
    }
    throw new Refusal("overloaded", { internal: "an increment was overtaken too often" });
  });
}

/** Prices an increment at the terms of this moment, as a new request. */
function priceIncrement(
  context: AppContext,
  tx: Tx,
  { currency: cardCurrency }: Authorization,
  { amount, currency = cardCurrency, billing }: StepAmount & { readonly amount: string },
): Promise<Price> {
  const stated = statedAmount({ amount, currency, billing });
  return priceOnCard(context, { currency: cardCurrency }, stated, tx);
}

async function decideIncrement(
  context: AppContext,
  tx: Tx,
  open: AuthorizationAtHand,
  asked: Price,
): Promise<Verdict> {
  const { authorization } = open;
  const { amountMinor, exchange, merchantAmount, unpriced } = asked;
  const time = decisionTime(context, context.clock.now());
  const windows = spendingWindows(time.period);
  const standing = await findStanding(tx, authorization.customerId, authorization.cardId, windows);
  if (standing === undefined) {
    throw new Error(`authorization ${authorization.id} has no card`);
  }
  const card = paymentCardOf(standing);
  const event = {
    amountMinor,
    earlierMinor: authorization.authorizedMinor,
    currency: merchantAmount?.currency ?? authorization.currency,
    exchange,
    unpriced,
    merchant: authorization.merchant,
    channel: authorization.channel ?? undefined,
  };
  const { name } = authorization.merchant;
  const risk = await readRisk(context, askedCardOf(card), name, time, tx);
  const draw = await drawStateOf(context, card, event, time, tx);
  const decision = decideTraced(context, cardStateOf(card, risk, time, draw), event, time);
  const [journal] = decision.journals;
  const isApproved = decision.decision === "approve";
  const id = newId(context.clock.now());
  const heldMinor = amountMinor + bufferOf(exchange);
  const movement = stepMovement(context, open, {
    id,
    kind: "increment",
    status: isApproved ? "completed" : "declined",
    amountMinor: -amountMinor,
    ...(isApproved
      ? {
          feeMinor: exchange?.feeMinor ?? 0n,
          data: {
            ...stepExchangeData(authorization, stepOf(asked), 1n),
            ...drawData(decision.draw),
          },
          legs: increaseLegs(open, id, heldMinor, decision.draw),
          guards: journal?.guards ?? [],
          statusChanges: [
            {
              movementId: authorization.id,
              status: "processing",
              amountMinor: -(authorization.authorizedMinor + amountMinor),
              ...(exchange !== undefined && {
                feeMinor: authorization.authorizedFeeMinor + exchange.feeMinor,
              }),
            },
          ],
        }
      : {
          legs: [],
          guards: journal?.guards ?? [],
          data: {
            declineCode: decision.code,
            ...storedTrace(decision.trace),
            ...exchangeData(asked),
          },
        }),
  });
  const { merchant } = authorization;
  return { card, asked: { ...asked, merchant }, decision, movement };
}

/** Returns an increment in the form of a step. */
function stepOf({ amountMinor, exchange, merchantAmount: merchant }: Price): PricedStep {
  return { amountMinor, feeMinor: exchange?.feeMinor ?? 0n, merchant, exchange };
}
