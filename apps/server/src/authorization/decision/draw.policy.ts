import type { DeclineCode } from "@tessera/contract/errors/declines";
import { feeOf, lesser } from "@tessera/money";
import type {
  CardState,
  DecisionTime,
  Guard,
  PaymentEvent,
  TraceEntry,
} from "./decision.policy.ts";
import type { Draw, DrawState } from "./draw-state.policy.ts";
import { bufferOf } from "./exchange.policy.ts";
import { isMerchant, merchantKey } from "./merchant-key.policy.ts";

/** Returns an amount that is drawn with its fee. */
export function withDrawFee(amountMinor: bigint, feeBasisPoints: number): bigint {
  return amountMinor + feeOf(amountMinor, feeBasisPoints);
}

/** Returns the largest amount that can be drawn, with its fee, from `totalMinor`. */
export function withoutDrawFee(totalMinor: bigint, feeBasisPoints: number): bigint {
  if (totalMinor <= 0n) {
    return 0n;
  }
  // At most one too much, because the fee is rounded up.
  let amountMinor = (totalMinor * 10_000n) / (10_000n + BigInt(feeBasisPoints));
  while (withDrawFee(amountMinor, feeBasisPoints) > totalMinor) {
    amountMinor -= 1n;
  }
  return amountMinor;
}

/** Returns the draw for what a payment lacks; undefined for none. */
export function drawOf(lackingMinor: bigint, draw: DrawState | undefined): Draw | undefined {
  if (draw === undefined || lackingMinor <= 0n) {
    return undefined;
  }
  const { feeBasisPoints } = draw;
  return {
    amountMinor: lackingMinor,
    feeMinor: feeOf(lackingMinor, feeBasisPoints),
    feeBasisPoints,
  };
}

function isListed(merchants: readonly string[] | null, { merchant }: PaymentEvent): boolean {
  const key = merchantKey(merchant.name);
  return merchants === null || merchants.some((name) => isMerchant(key, merchantKey(name)));
}

/** Returns why a card draws nothing for a payment, whatever its amount. */
function refusalOf(draw: DrawState, event: PaymentEvent): DeclineCode | undefined {
  return isListed(draw.merchants, event) ? stopOf(draw) : "draw_merchant";
}

/** Returns why a card draws nothing, whatever the payment. */
function stopOf(draw: DrawState): DeclineCode | undefined {
  if (draw.isStopped) {
    return "draw_stopped";
  }
  return draw.feeBasisPoints > draw.agreedFeeBasisPoints ? "draw_fee_changed" : undefined;
}

function leftOf({ ceilingMinor, usedMinor }: DrawState): bigint {
  return ceilingMinor > usedMinor ? ceilingMinor - usedMinor : 0n;
}

/** Returns the most that a card may draw for a payment, without the fee. */
export function drawableMinor({ draw }: CardState, event: PaymentEvent): bigint {
  return draw === undefined || refusalOf(draw, event) !== undefined ? 0n : mostDrawable(draw);
}

/** Returns the most that a card may draw now, without the fee, at a merchant that it draws for. */
export function mostDrawable(draw: DrawState): bigint {
  const { accountMinor, feeBasisPoints } = draw;
  return stopOf(draw) !== undefined
    ? 0n
    : withoutDrawFee(lesser(leftOf(draw), accountMinor), feeBasisPoints);
}

/**
 * Checks whether the card may draw what its balance lacks, fee included. There is no such check if
 * the balance suffices, or if the card does not draw on the account.
 */
export function drawChecks(
  state: CardState,
  event: PaymentEvent,
  { period }: DecisionTime,
): TraceEntry[] {
  const { draw, availableMinor } = state;
  const lackingMinor = event.amountMinor + bufferOf(event.exchange) - availableMinor;
  if (draw === undefined || lackingMinor <= 0n) {
    return [];
  }
  const check = "draw";
  const refusal = refusalOf(draw, event);
  if (refusal !== undefined) {
    return [{ check, passed: false, code: refusal }];
  }
  const attemptedMinor = withDrawFee(lackingMinor, draw.feeBasisPoints);
  if (attemptedMinor > draw.accountMinor) {
    const limitMinor = draw.accountMinor;
    return [{ check, passed: false, code: "draw_account_balance", limitMinor, attemptedMinor }];
  }
  return [
    {
      ...{ check, passed: attemptedMinor <= leftOf(draw), code: "draw_ceiling" },
      ...{ limitMinor: draw.ceilingMinor, usedMinor: draw.usedMinor, attemptedMinor },
      resetsAt: period.dayResetsAt,
    },
  ];
}

/** Returns the name of the counter of what a card has drawn in a day. */
export function drawWindow({ day }: { readonly day: string }): string {
  return `draw:${day}`;
}

/** Returns the guard that keeps what a card draws in a day within its owner's ceiling. */
export function drawGuards(
  { id: subject, draw }: CardState,
  drawn: Draw | undefined,
  { period }: DecisionTime,
): Guard[] {
  return draw === undefined || drawn === undefined
    ? []
    : [
        {
          ...{ subject, window: drawWindow(period), count: 0 },
          ...{ amountMinor: drawn.amountMinor + drawn.feeMinor },
          maxAmountMinor: draw.ceilingMinor,
        },
      ];
}
