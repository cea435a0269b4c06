import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cellOfReference,
  groupedReference,
  isReference,
  nearReferences,
  referenceOf,
  referencesIn,
} from "./creditor-reference.policy.ts";

const drawn = fc.stringMatching(/^\d{10}$/);
const anyReference = fc
  .tuple(fc.integer({ min: 1, max: 999 }), drawn)
  .map(([cell, digits]) => referenceOf(cell, digits));

describe("a creditor reference", () => {
  it("has the check digits of ISO 11649", () => {
    // RF18539007547034 is the standard's own example.
    expect(98n - (BigInt("539007547034271500") % 97n)).toBe(18n);
    expect(referenceOf(1, "0000000042")).toBe("RF690010000000042");
    expect(isReference("RF690010000000042")).toBe(true);
  });

  it("carries its cell, and any one wrong digit makes it invalid", () => {
    fc.assert(
      fc.property(
        anyReference,
        fc.integer({ min: 2, max: 16 }),
        fc.integer({ min: 1, max: 9 }),
        (reference, at, by) => {
          const digit = (Number(reference[at]) + by) % 10;
          const wrong = `${reference.slice(0, at)}${digit}${reference.slice(at + 1)}`;
          expect(cellOfReference(reference)).toBe(Number(reference.slice(4, 7)));
          expect(isReference(reference)).toBe(true);
          expect(isReference(wrong)).toBe(false);
          const written = { references: [wrong], remittance: "", endToEndId: null };
          expect(nearReferences(written)).toContain(reference);
        },
      ),
    );
  });

  it("is found however it is spaced, in any case, and inside other words", () => {
    const reference = referenceOf(12, "3456789012");
    const grouped = groupedReference(reference);
    for (const remittance of [
      reference,
      grouped,
      grouped.toLowerCase(),
      `Invoice 7 / ${grouped.replaceAll(" ", "-")} thank you`,
    ]) {
      expect(referencesIn({ references: [], remittance, endToEndId: null })).toEqual([reference]);
    }
    expect(referencesIn({ references: [], remittance: "", endToEndId: reference })).toEqual([
      reference,
    ]);
  });

  it("in its own field prevails over another one in the free text", () => {
    const [own, other] = [referenceOf(1, "1111111111"), referenceOf(1, "2222222222")];
    const written = { references: [own], remittance: other, endToEndId: null };
    expect(referencesIn(written)).toEqual([own]);
    expect(referencesIn({ ...written, references: [] })).toEqual([other]);
    expect(referencesIn({ ...written, references: [own, other] })).toHaveLength(2);
  });

  it("is not found if its check digits are wrong, even next to the letters RF", () => {
    const wrong = { references: ["RF000010000000042"], remittance: "RF RF00 1", endToEndId: null };
    expect(referencesIn(wrong)).toEqual([]);
  });

  it("with two swapped digits suggests the right one", () => {
    const reference = referenceOf(3, "9081726354");
    const swapped = `${reference.slice(0, 9)}${reference[10]}${reference[9]}${reference.slice(11)}`;
    const written = { references: [], remittance: `ref ${swapped}`, endToEndId: null };
    expect(nearReferences(written)).toContain(reference);
  });
});
