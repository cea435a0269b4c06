import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createKeys, KeyError } from "../../platform/crypto/keys.ts";
import { cvvMatches, cvvOf, openPan, panIndexOf, sealPan } from "./vault.ts";

const keys = createKeys(randomBytes(32));
const owner = { cardId: "card-a", customerId: "customer-a" };
const pan = "4859981234567894";

describe("the vault", () => {
  test("opens what it sealed", () => {
    expect(openPan(keys, owner, sealPan(keys, owner, pan))).toBe(pan);
  });

  test("seals the same PAN to different bytes, and finds it by its blind index", () => {
    const first = sealPan(keys, owner, pan);
    const second = sealPan(keys, owner, pan);
    expect(first.panSealed).not.toEqual(second.panSealed);
    expect(first.wrappedKey).not.toEqual(second.wrappedKey);
    expect(first.panIndex).toEqual(second.panIndex);
    expect(panIndexOf(keys, pan)).toEqual(first.panIndex);
    expect(panIndexOf(keys, "4859981234567811")).not.toEqual(first.panIndex);
  });

  test("does not open a row moved to another card or another customer", () => {
    const sealed = sealPan(keys, owner, pan);
    expect(() => openPan(keys, { ...owner, cardId: "card-b" }, sealed)).toThrow(KeyError);
    expect(() => openPan(keys, { ...owner, customerId: "customer-b" }, sealed)).toThrow(KeyError);
  });

  test("does not open ciphertexts and keys swapped between rows", () => {
    const other = { cardId: "card-b", customerId: "customer-a" };
    const mine = sealPan(keys, owner, pan);
    const theirs = sealPan(keys, other, "5371201234567890");
    expect(() => openPan(keys, owner, { ...mine, panSealed: theirs.panSealed })).toThrow(KeyError);
    expect(() => openPan(keys, owner, { ...mine, wrappedKey: theirs.wrappedKey })).toThrow(
      KeyError,
    );
    expect(() => openPan(keys, owner, { ...theirs, panIndex: mine.panIndex })).toThrow(KeyError);
  });

  test("does not open data with a flipped bit", () => {
    const sealed = sealPan(keys, owner, pan);
    for (const field of ["panSealed", "wrappedKey"] as const) {
      for (let bit = 0; bit < sealed[field].length * 8; bit += 5) {
        const flipped = Buffer.from(sealed[field]);
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(() => openPan(keys, owner, { ...sealed, [field]: flipped })).toThrow(KeyError);
      }
    }
  });

  test("does not open data with the wrong key id or a different root key", () => {
    const sealed = sealPan(keys, owner, pan);
    expect(() => openPan(keys, owner, { ...sealed, keyId: "00000000" })).toThrow(KeyError);
    expect(() => openPan(createKeys(randomBytes(32)), owner, sealed)).toThrow(KeyError);
  });

  test("seals without leaving a digit of the PAN in plain text", () => {
    const { panSealed, wrappedKey, panIndex } = sealPan(keys, owner, pan);
    for (const bytes of [panSealed, wrappedKey, panIndex]) {
      expect(bytes.includes(pan.slice(0, 6))).toBe(false);
      expect(bytes.includes(pan.slice(-6))).toBe(false);
    }
  });
});

describe("a CVV", () => {
  const card = { pan, expiryMonth: 11, expiryYear: 2029 };

  test("has three digits, or four for American Express", () => {
    expect(cvvOf(keys, card)).toMatch(/^[0-9]{3}$/);
    expect(cvvOf(keys, { ...card, pan: "379120123456789" })).toMatch(/^[0-9]{4}$/);
  });

  test("is derived only from the PAN, the expiry and the key", () => {
    expect(cvvMatches(keys, card, cvvOf(keys, card))).toBe(true);
    const elsewhere = new Set(
      Array.from({ length: 40 }, (_, month) =>
        cvvOf(keys, { ...card, expiryMonth: (month % 12) + 1, expiryYear: 2029 + month }),
      ),
    );
    expect(elsewhere.size).toBeGreaterThan(20);
    expect(cvvMatches(keys, card, "12")).toBe(false);
    expect(cvvMatches(keys, card, "")).toBe(false);
  });
});
