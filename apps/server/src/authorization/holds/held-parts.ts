import type { Leg } from "@tessera/ledger";
import { lesser } from "@tessera/money";
import { type Draw, withDrawFee, withoutDrawFee } from "../decision/index.ts";

/**
 * A hold of an authorization: on its card, or on its customer's account for what the card lacked. A
 * hold on the account includes the fee. In minor units.
 */
export interface HeldPart {
  readonly id: string;
  readonly on: "card" | "account";
  readonly isOpen: boolean;
  readonly capturedMinor: bigint;
  readonly remainingMinor: bigint;
  /** The fee on what is drawn; zero on a card. */
  readonly feeBasisPoints: number;
}

/** Legs that end holds, and how much of what was held on the account they release. */
export interface Released {
  readonly legs: readonly Leg[];
  readonly drawnMinor: bigint;
}

/** What a clearing took from the account, in minor units. */
export interface Drawn {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
}

/** The accounts that an authorization holds money on. */
interface HoldingAccounts {
  readonly cardAccount: bigint;
  readonly fundingAccount: bigint;
}

/**
 * Returns the second id of a movement that places two holds. It differs from the movement's own id,
 * which the first one has, in its last random bit.
 */
export function secondHoldId(movementId: string): string {
  const last = Number.parseInt(movementId.slice(-1), 16) ^ 1;
  return movementId.slice(0, -1) + last.toString(16);
}

/**
 * Returns the legs that hold an amount: on the card, and what the card lacks on the account with
 * its fee. If nothing is held on the card, its account has to be open all the same, since a freeze
 * may be newer than the decision.
 */
export function holdLegs(
  movementId: string,
  { cardAccount, fundingAccount }: HoldingAccounts,
  amountMinor: bigint,
  draw: Draw | undefined,
  expiresAt: Date,
): Leg[] {
  const cardMinor = amountMinor - (draw?.amountMinor ?? 0n);
  const hold = (holdId: string, account: bigint, minor: bigint): Leg => ({
    ...{ type: "hold", holdId, account, expiresAt },
    amountMinor: minor,
  });
  if (draw === undefined) {
    return [hold(movementId, cardAccount, amountMinor)];
  }
  const drawnMinor = draw.amountMinor + draw.feeMinor;
  return cardMinor === 0n
    ? [{ type: "require_open", account: cardAccount }, hold(movementId, fundingAccount, drawnMinor)]
    : [
        hold(movementId, cardAccount, cardMinor),
        hold(secondHoldId(movementId), fundingAccount, drawnMinor),
      ];
}

/** Returns the part of a movement's data that records what it draws on the account. */
export function drawData(draw: Draw | undefined) {
  return draw === undefined
    ? {}
    : {
        draw: {
          amountMinor: draw.amountMinor.toString(),
          feeMinor: draw.feeMinor.toString(),
          feeBasisPoints: draw.feeBasisPoints,
          ...(draw.keepAliveMinor > 0n && { keepAliveMinor: draw.keepAliveMinor.toString() }),
        },
      };
}

/** Returns the part of a clearing's data that records what it took from the account. */
export function drawnData({ amountMinor, feeMinor }: Drawn) {
  return amountMinor === 0n
    ? {}
    : { drawn: { amountMinor: amountMinor.toString(), feeMinor: feeMinor.toString() } };
}

/** Returns how much of the payment itself, without the fee, a hold still covers. */
export function coveredMinor(part: HeldPart): bigint {
  const { on, isOpen, capturedMinor, remainingMinor, feeBasisPoints } = part;
  if (!isOpen) {
    return 0n;
  }
  return on === "card"
    ? remainingMinor
    : withoutDrawFee(capturedMinor + remainingMinor, feeBasisPoints) -
        withoutDrawFee(capturedMinor, feeBasisPoints);
}

/** Returns how much of the payment itself the holds still cover. */
export function heldMinorOf(parts: readonly HeldPart[]): bigint {
  return parts.reduce((sum, part) => sum + coveredMinor(part), 0n);
}

/** Returns whether an authorization holds, or held, money on the account. */
export function isDrawn(parts: readonly HeldPart[]): boolean {
  return parts.some(({ on }) => on === "account");
}

function openParts(parts: readonly HeldPart[], on: HeldPart["on"]): HeldPart[] {
  return parts.filter((part) => part.on === on && part.isOpen);
}

/** An amount to capture, with the markup in it, and where both go. In minor units. */
interface Capture {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly final: boolean;
  readonly network: bigint;
  readonly fees: bigint;
}

/** A captured amount, with what the holds did not cover. */
interface Captured extends Released {
  readonly taken: Drawn;
  readonly beyondMinor: bigint;
  /** The part of the markup that is in `beyondMinor`. */
  readonly beyondFeeMinor: bigint;
}

/**
 * Captures an amount from the holds: from the card's money first, so that the account pays only
 * what the card does not have. What is drawn is captured with its fee. The markup comes first.
 */
export function captureParts(parts: readonly HeldPart[], capture: Capture): Captured {
  const { final, network, fees } = capture;
  const legs: Leg[] = [];
  let leftMinor = capture.amountMinor;
  let markupMinor = capture.feeMinor;
  let drawnMinor = 0n;
  let taken: Drawn = { amountMinor: 0n, feeMinor: 0n };
  for (const part of [...openParts(parts, "card"), ...openParts(parts, "account")]) {
    const takenMinor = lesser(leftMinor, coveredMinor(part));
    const ownMarkupMinor = lesser(markupMinor, takenMinor);
    const { totalMinor, releasedMinor } = takenFrom(part, takenMinor, final);
    const drawFeeMinor = totalMinor - takenMinor;
    const shares = [
      { credit: fees, amountMinor: ownMarkupMinor + drawFeeMinor },
      { credit: network, amountMinor: takenMinor - ownMarkupMinor },
    ].filter(({ amountMinor }) => amountMinor > 0n);
    for (const [place, share] of shares.entries()) {
      const isLast = place === shares.length - 1;
      legs.push({ type: "capture", holdId: part.id, ...share, final: final && isLast });
    }
    if (shares.length === 0 && final) {
      legs.push({ type: "release", holdId: part.id, amountMinor: "all", as: "released" });
    }
    leftMinor -= takenMinor;
    markupMinor -= ownMarkupMinor;
    if (part.on === "account") {
      drawnMinor += releasedMinor;
      taken = {
        amountMinor: taken.amountMinor + takenMinor,
        feeMinor: taken.feeMinor + drawFeeMinor,
      };
    }
  }
  return { legs, drawnMinor, taken, beyondMinor: leftMinor, beyondFeeMinor: markupMinor };
}

/** Returns what capturing an amount takes from a hold, and what it releases. */
function takenFrom(
  { capturedMinor, remainingMinor, on, feeBasisPoints }: HeldPart,
  amountMinor: bigint,
  final: boolean,
) {
  const earlierMinor = withoutDrawFee(capturedMinor, feeBasisPoints);
  const totalMinor =
    on === "card"
      ? amountMinor
      : withDrawFee(earlierMinor + amountMinor, feeBasisPoints) - capturedMinor;
  return { totalMinor, releasedMinor: final ? remainingMinor - totalMinor : 0n };
}

/**
 * Releases an amount from the holds: what was drawn on the account first, with its fee, and the
 * newest hold first.
 */
export function releaseParts(parts: readonly HeldPart[], amountMinor: bigint): Released {
  const legs: Leg[] = [];
  let leftMinor = amountMinor;
  let drawnMinor = 0n;
  for (const part of [
    ...openParts(parts, "account").toReversed(),
    ...openParts(parts, "card").toReversed(),
  ]) {
    const covered = coveredMinor(part);
    const backMinor = lesser(leftMinor, covered);
    if (backMinor === 0n) {
      continue;
    }
    const isAll = backMinor === covered;
    const totalMinor = isAll ? part.remainingMinor : releasedOf(part, covered - backMinor);
    legs.push({
      ...{ type: "release", holdId: part.id, as: "released" },
      amountMinor: isAll ? "all" : totalMinor,
    });
    leftMinor -= backMinor;
    drawnMinor += part.on === "account" ? totalMinor : 0n;
  }
  return { legs, drawnMinor };
}

/** Returns how much a hold releases so that it covers `keptMinor`. */
function releasedOf(
  { on, capturedMinor, remainingMinor, feeBasisPoints }: HeldPart,
  keptMinor: bigint,
): bigint {
  if (on === "card") {
    return remainingMinor - keptMinor;
  }
  const earlierMinor = withoutDrawFee(capturedMinor, feeBasisPoints);
  return capturedMinor + remainingMinor - withDrawFee(earlierMinor + keptMinor, feeBasisPoints);
}

/** Releases everything that is still held. */
export function releaseAll(parts: readonly HeldPart[], as: "released" | "expired"): Released {
  const open = parts.filter(({ isOpen }) => isOpen);
  return {
    legs: open.map(({ id: holdId }) => ({ type: "release", holdId, amountMinor: "all", as })),
    drawnMinor: open
      .filter(({ on }) => on === "account")
      .reduce((sum, { remainingMinor }) => sum + remainingMinor, 0n),
  };
}
