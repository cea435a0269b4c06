import type { Movement } from "@tessera/ledger";
import { lesser } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { giveBackDrawGuards, giveBackGuards, readMerchantAmount } from "../decision/index.ts";
import type { AuthorizationName, NetworkOutcome } from "../messages/index.ts";
import { countForcePost } from "../velocity/index.ts";
import {
  type AuthorizationAtHand,
  inOpenAuthorization,
  pendingMinorOf,
  stepMovement,
} from "./authorization-aggregate.ts";

import type { Authorization } from "./authorizations.repository.ts";
import { releaseParts } from "./held-parts.ts";
import { increaseLegs } from "./increase-legs.ts";
import {
  changedFee,
  holdBufferOf,
  merchantPendingOf,
  type PricedStep,
  priceStep,
  type StepAmount,
  stepExchangeData,
} from "./step-amount.ts";

const MAX_TRIES = 3;

/** The amount is the new pending amount. */
export interface AdviseInput extends AuthorizationName, StepAmount {
  readonly amount: string;
}

/**
 * Applies an advice about a change in the pending amount. An advice is not a request, so no limit
 * or freeze declines it. Holds as much as the card has available. The rest is not a debt, because
 * nothing has been cleared yet (decision 0028).
 *
 * @throws Refusal `not_found`, `authorization_closed`
 */
export async function adviseWithin(
  context: AppContext,
  tx: Tx,
  input: AdviseInput,
): Promise<NetworkOutcome> {
  return inOpenAuthorization(context, tx, input, async (open) => {
    const { authorization, card } = open;
    const advised = await priceStep(context, tx, authorization, input, "authorization");
    const { amountMinor: advisedMinor } = advised;
    const moreMinor =
      advisedMinor + holdBufferOf(authorization, advisedMinor) - authorization.remainingMinor;
    for (let tries = 1; ; tries++) {
      const isLastTry = tries >= MAX_TRIES;
      const heldMinor = isLastTry
        ? lesser(moreMinor, 0n)
        : lesser(moreMinor, await holdable(context, tx, open));
      const movement = await adviceMovement(context, tx, open, advised, heldMinor);
      const [result] = await context.ledger.post(tx, [movement]);
      if (result?.outcome === "posted") {
        return adviceOutcome(movement, advisedMinor);
      }
      const reason = result?.outcome === "refused" ? result.reason : "no result";
      // A concurrent payment, freeze or block got there first. The last attempt does not increase
      // the amount on hold.
      if (isLastTry || (reason !== "insufficient" && reason !== "blocked")) {
        throw new Error(`the ledger refused an advice on card ${card.id}: ${reason}`);
      }
    }
  });
}

function adviceOutcome({ id, currency }: Movement, advisedMinor: bigint): NetworkOutcome {
  return {
    movementId: id,
    approved: true,
    code: "approved",
    amountMinor: advisedMinor,
    currency,
  };
}

/**
 * Returns how much more can be held now, or zero if the card's account is blocked against debits.
 */
async function holdable(
  { ledger }: AppContext,
  tx: Tx,
  { card }: AuthorizationAtHand,
): Promise<bigint> {
  const [balance] = await ledger.balances(tx, [card.card_account]);
  return balance?.status === "open" ? balance.availableMinor : 0n;
}

/**
 * Builds the movement for an advice.
 *
 * @param heldMinor the change in the held amount; negative to hold less
 */
async function adviceMovement(
  context: AppContext,
  tx: Tx,
  open: AuthorizationAtHand,
  advised: PricedStep,
  heldMinor: bigint,
): Promise<Movement> {
  const { authorization, card, counted } = open;
  const { amountMinor: advisedMinor } = advised;
  const { id: authorizationId, clearedMinor } = authorization;
  const changeMinor = advisedMinor - pendingMinorOf(authorization);
  const { merchant } = authorization;
  const channel = authorization.channel ?? undefined;
  const totalMinor = clearedMinor + advisedMinor;
  const id = newId(context.clock.now());
  const released = releaseParts(authorization.parts, heldMinor < 0n ? -heldMinor : 0n);
  const drawnBack = giveBackDrawGuards(counted, released.drawnMinor);
  return stepMovement(context, open, {
    id,
    kind: "advice",
    status: "completed",
    amountMinor: -changeMinor,
    legs: heldMinor > 0n ? increaseLegs(open, id, heldMinor) : released.legs,
    guards:
      changeMinor > 0n
        ? await countForcePost(context, tx, card, {
            merchant,
            channel,
            merchantCurrency: readMerchantAmount(authorization.exchange)?.currency,
            totalMinor,
            moreMinor: changeMinor,
            isNew: false,
          })
        : [...giveBackGuards(counted, -changeMinor, false), ...drawnBack],
    statusChanges: [
      {
        movementId: authorizationId,
        status: "processing",
        amountMinor: -(clearedMinor + advisedMinor),
        ...changedFee(authorization, totalMinor),
      },
    ],
    data: adviceExchangeData(authorization, advised),
  });
}

/** Records the merchant's new pending amount, and by how much it differs from the former one. */
function adviceExchangeData(authorization: Authorization, advised: PricedStep) {
  const { exchange } = stepExchangeData(authorization, advised, 1n);
  if (exchange?.change === undefined) {
    return exchange === undefined ? {} : { exchange };
  }
  const changeMinor = BigInt(exchange.change) - merchantPendingOf(authorization);
  return { exchange: { ...exchange, change: changeMinor.toString() } };
}
