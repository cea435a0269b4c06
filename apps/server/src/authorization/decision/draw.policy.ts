import type { DeclineCode } from "@tessera/contract/errors/declines";
import { feeOf, lesser } from "@tessera/money";
import type {
  CardState,
  DecisionTime,
  Guard,
  PaymentEvent,
  TraceEntry,
} from "./decision.policy.ts";
import type { Draw, DrawCeiling, DrawState } from "./draw-state.policy.ts";
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

type Asking = Pick<PaymentEvent, "merchant">;

/** Returns the name on a list that is a merchant's, or that its name begins with. */
export function nameOnList(merchants: readonly string[], { merchant }: Asking): string | undefined {
  const key = merchantKey(merchant.name);
  return merchants.find((name) => isMerchant(key, merchantKey(name)));
}

function isFor({ merchants }: DrawCeiling, event: Asking): boolean {
  return merchants === null || nameOnList(merchants, event) !== undefined;
}

/** Returns why nothing may be drawn under a ceiling, whatever the payment. */
function stopOf(draw: DrawState, ceiling: DrawCeiling): DeclineCode | undefined {
  if (draw.isStopped) {
    return "draw_stopped";
  }
  return draw.feeBasisPoints > ceiling.agreedFeeBasisPoints ? "draw_fee_changed" : undefined;
}

/** Returns how much of a ceiling is left now, at a merchant that it is for. */
function leftOf(draw: DrawState, ceiling: DrawCeiling | null): bigint {
  if (ceiling === null || stopOf(draw, ceiling) !== undefined) {
    return 0n;
  }
  const { ceilingMinor, usedMinor } = ceiling;
  return ceilingMinor > usedMinor ? ceilingMinor - usedMinor : 0n;
}

/** Returns how much of a ceiling is left for a payment. */
function leftFor(draw: DrawState, ceiling: DrawCeiling | null, event: Asking): bigint {
  return ceiling !== null && isFor(ceiling, event) ? leftOf(draw, ceiling) : 0n;
}

/**
 * Returns the draw for what a payment lacks; undefined for none. A merchant to keep paid uses its
 * own ceiling first, so that the general one is left to the others.
 */
export function drawOf(
  lackingMinor: bigint,
  draw: DrawState | undefined,
  event: Asking,
): Draw | undefined {
  if (draw === undefined || lackingMinor <= 0n) {
    return undefined;
  }
  const { feeBasisPoints, keepAlive } = draw;
  const feeMinor = feeOf(lackingMinor, feeBasisPoints);
  return {
    ...{ amountMinor: lackingMinor, feeMinor, feeBasisPoints },
    keepAliveMinor: lesser(lackingMinor + feeMinor, leftFor(draw, keepAlive, event)),
  };
}

/** Returns the most that a card may draw for a payment, without the fee. */
export function drawableMinor({ draw }: CardState, event: Asking): bigint {
  if (draw === undefined) {
    return 0n;
  }
  const { accountMinor, feeBasisPoints, general, keepAlive } = draw;
  const leftMinor = leftFor(draw, keepAlive, event) + leftFor(draw, general, event);
  return withoutDrawFee(lesser(leftMinor, accountMinor), feeBasisPoints);
}

/**
 * Returns the most that a card may draw under one ceiling now, without the fee, at a merchant that
 * the ceiling is for.
 */
export function mostDrawable(draw: DrawState, ceiling: DrawCeiling | null): bigint {
  const { accountMinor, feeBasisPoints } = draw;
  return withoutDrawFee(lesser(leftOf(draw, ceiling), accountMinor), feeBasisPoints);
}

/**
 * Checks whether the card may draw what its balance lacks, fee included. There is no such check if
 * the balance suffices, or if the card does not draw on the account for the merchant at all.
 */
export function drawChecks(
  { draw, availableMinor }: CardState,
  event: PaymentEvent,
  time: DecisionTime,
): TraceEntry[] {
  const lackingMinor = event.amountMinor + bufferOf(event.exchange) - availableMinor;
  if (draw === undefined || lackingMinor <= 0n) {
    return [];
  }
  const asked = { draw, event, time, totalMinor: withDrawFee(lackingMinor, draw.feeBasisPoints) };
  const { general, keepAlive } = draw;
  if (keepAlive !== null && isFor(keepAlive, event)) {
    return keepAliveChecks(asked, keepAlive, general);
  }
  return general === null ? [] : [generalCheck(asked, general)];
}

/** What a payment lacks, fee included, with everything that determines whether it may be drawn. */
interface Asked {
  readonly draw: DrawState;
  readonly event: PaymentEvent;
  readonly time: DecisionTime;
  readonly totalMinor: bigint;
}

function generalCheck(asked: Asked, general: DrawCeiling): TraceEntry {
  return isFor(general, asked.event)
    ? (accountCheck("draw", asked) ?? ceilingCheck("draw", asked, general, asked.totalMinor))
    : { check: "draw", passed: false, code: "draw_merchant" };
}

/**
 * Checks a merchant to keep paid: what its own ceiling does not cover may be within the general
 * one, if that is for the merchant too.
 */
function keepAliveChecks(
  asked: Asked,
  keepAlive: DrawCeiling,
  general: DrawCeiling | null,
): TraceEntry[] {
  const { draw, event, totalMinor } = asked;
  const check = "keep_alive";
  const ofAccount = accountCheck(check, asked);
  if (ofAccount !== undefined) {
    return [ofAccount];
  }
  const ownMinor = lesser(totalMinor, leftOf(draw, keepAlive));
  const restMinor = totalMinor - ownMinor;
  const more = general !== null && isFor(general, event) ? general : null;
  if (restMinor > leftOf(draw, more)) {
    return [
      ceilingCheck(check, asked, keepAlive, totalMinor),
      ...(more === null ? [] : [ceilingCheck("draw", asked, more, restMinor)]),
    ];
  }
  return [
    ...(ownMinor > 0n ? [ceilingCheck(check, asked, keepAlive, ownMinor)] : []),
    ...(restMinor > 0n && more !== null ? [ceilingCheck("draw", asked, more, restMinor)] : []),
  ];
}

/** Checks the account: whether it may be drawn on, and has enough. Undefined if both are true. */
function accountCheck(
  check: "draw" | "keep_alive",
  { draw: { isStopped, accountMinor }, totalMinor: attemptedMinor }: Asked,
): TraceEntry | undefined {
  if (isStopped) {
    return { check, passed: false, code: "draw_stopped" };
  }
  const limitMinor = accountMinor;
  return attemptedMinor > limitMinor
    ? { check, passed: false, code: "draw_account_balance", limitMinor, attemptedMinor }
    : undefined;
}

const CEILING_CODES = { draw: "draw_ceiling", keep_alive: "keep_alive_ceiling" } as const;

function ceilingCheck(
  check: "draw" | "keep_alive",
  { draw, time }: Asked,
  ceiling: DrawCeiling,
  attemptedMinor: bigint,
): TraceEntry {
  const stop = stopOf(draw, ceiling);
  if (stop !== undefined) {
    return { check, passed: false, code: stop };
  }
  const { ceilingMinor: limitMinor, usedMinor } = ceiling;
  return {
    ...{ check, passed: attemptedMinor <= leftOf(draw, ceiling), code: CEILING_CODES[check] },
    ...{ limitMinor, usedMinor, attemptedMinor, resetsAt: time.period.dayResetsAt },
  };
}

/** Returns the name of the counter of what a card has drawn in a day. */
export function drawWindow({ day }: { readonly day: string }): string {
  return `draw:${day}`;
}

/** Returns the name of the counter of what the merchants to keep paid have drawn in a day. */
export function keepAliveWindow({ day }: { readonly day: string }): string {
  return `keep-alive:${day}`;
}

/** Returns the guards that keep what a card draws in a day within its owner's ceilings. */
export function drawGuards(
  { id: subject, draw }: CardState,
  drawn: Draw | undefined,
  { period }: DecisionTime,
): Guard[] {
  if (draw === undefined || drawn === undefined) {
    return [];
  }
  const { amountMinor, feeMinor, keepAliveMinor } = drawn;
  const guard = (window: string, minor: bigint, ceiling: DrawCeiling | null): Guard => ({
    ...{ subject, window, count: 0, amountMinor: minor },
    maxAmountMinor: ceiling?.ceilingMinor ?? 0n,
  });
  const generalMinor = amountMinor + feeMinor - keepAliveMinor;
  return [
    ...(keepAliveMinor > 0n
      ? [guard(keepAliveWindow(period), keepAliveMinor, draw.keepAlive)]
      : []),
    ...(generalMinor > 0n ? [guard(drawWindow(period), generalMinor, draw.general)] : []),
  ];
}
