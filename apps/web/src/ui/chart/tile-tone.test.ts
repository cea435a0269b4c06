import { expect, test } from "vitest";
import { filledTiles, tileTone } from "./tile-tone.ts";

test("a value above zero fills a tile, and only a full one fills the last twice", () => {
  expect(filledTiles(0, 24)).toBe(0);
  expect(filledTiles(0.001, 24)).toBe(1);
  expect(filledTiles(0.64, 24)).toBe(15);
  expect(filledTiles(3, 24)).toBe(24);
  expect(filledTiles(Number.NaN, 24)).toBe(0);
});

test("turns to caution at 80 % and negative at 100 %", () => {
  expect(tileTone(0.799)).toBe("var(--accent)");
  expect(tileTone(0.8)).toBe("var(--caution-fill)");
  expect(tileTone(1)).toBe("var(--negative)");
});
