import type { Leg } from "@tessera/ledger";
import { feeOf, lesser } from "@tessera/money";
import fc from "fast-check";
import { expect, test } from "vitest";
import { withDrawFee, withoutDrawFee } from "../decision/index.ts";
import {
  captureParts,
  coveredMinor,
  type HeldPart,
  heldMinorOf,
  releaseParts,
  secondHoldId,
} from "./held-parts.ts";

const FEES = 101n;
const NETWORK = 102n;

/** Applies a leg to its hold as the ledger does. Throws if it takes more than the hold has. */
function afterLeg(part: HeldPart, leg: Leg): HeldPart {
  if (leg.type !== "capture" && leg.type !== "release") {
    return part;
  }
  const minor = leg.amountMinor === "all" ? part.remainingMinor : leg.amountMinor;
  if (minor > part.remainingMinor || minor <= 0n) {
    throw new Error(`a leg takes ${minor} of ${part.remainingMinor}`);
  }
  const isCapture = leg.type === "capture";
  const remainingMinor = isCapture && leg.final ? 0n : part.remainingMinor - minor;
  const capturedMinor = part.capturedMinor + (isCapture ? minor : 0n);
  return { ...part, capturedMinor, remainingMinor, isOpen: remainingMinor > 0n };
}

function applied(parts: readonly HeldPart[], legs: readonly Leg[]): HeldPart[] {
  return parts.map((part) =>
    legs
      .filter((leg) => "holdId" in leg && leg.holdId === part.id)
      .reduce<HeldPart>(afterLeg, part),
  );
}

const minor = fc.bigInt(1n, 100_000n);
const act = fc.record({ kind: fc.constantFrom("capture", "release"), minor, markup: minor });

test("holds: whatever is captured and released, the fee is that of what was drawn", () => {
  fc.assert(
    fc.property(
      fc.option(minor, { nil: 0n }),
      fc.array(fc.tuple(minor, fc.integer({ min: 0, max: 10_000 })), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.array(act, { maxLength: 12 }),
      (cardMinor, drawn, acts) => {
        const open = { isOpen: true, capturedMinor: 0n };
        const drawnParts = drawn.map(
          ([amountMinor, feeBasisPoints], place): HeldPart => ({
            ...{ ...open, id: `${place}`, on: "account", feeBasisPoints },
            remainingMinor: amountMinor + feeOf(amountMinor, feeBasisPoints),
          }),
        );
        const cardPart: HeldPart = {
          ...{ ...open, id: "card", on: "card" },
          ...{ remainingMinor: cardMinor, feeBasisPoints: 0 },
        };
        let parts = [cardPart, ...drawnParts].filter(({ remainingMinor }) => remainingMinor > 0n);
        let takenMinor = 0n;
        for (const { kind, minor: asked, markup } of acts) {
          const heldMinor = heldMinorOf(parts);
          const amountMinor = lesser(asked, heldMinor);
          if (kind === "release") {
            parts = applied(parts, releaseParts(parts, amountMinor).legs);
          } else {
            const feeMinor = lesser(markup, amountMinor);
            const asks = { amountMinor, feeMinor, final: false, network: NETWORK, fees: FEES };
            const { legs, beyondMinor } = captureParts(parts, asks);
            expect(beyondMinor).toBe(0n);
            parts = applied(parts, legs);
            takenMinor += amountMinor;
          }
          expect(heldMinorOf(parts)).toBe(heldMinor - amountMinor);
        }
        const { legs } = captureParts(parts, {
          ...{ amountMinor: 0n, feeMinor: 0n, final: true, network: NETWORK, fees: FEES },
        });
        parts = applied(parts, legs);
        expect(parts.every((part) => !part.isOpen && coveredMinor(part) === 0n)).toBe(true);
        const takenOf = ({ capturedMinor, feeBasisPoints }: HeldPart) =>
          withoutDrawFee(capturedMinor, feeBasisPoints);
        for (const part of parts) {
          expect(withDrawFee(takenOf(part), part.feeBasisPoints)).toBe(part.capturedMinor);
        }
        expect(parts.reduce((sum, part) => sum + takenOf(part), 0n)).toBe(takenMinor);
      },
    ),
  );
});

test("holds: the second id of a movement differs from the first, and leads back to it", () => {
  const id = "01a22499-fd10-7801-9eaa-86075e96b758";
  expect(secondHoldId(id)).toBe("01a22499-fd10-7801-9eaa-86075e96b759");
  expect(secondHoldId(secondHoldId(id))).toBe(id);
});
