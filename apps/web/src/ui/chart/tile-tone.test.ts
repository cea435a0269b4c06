import { expect, test } from "vitest";
import { filledTiles, tileTone } from "./tile-tone.ts";

test("filledTiles fills a tile for any positive share, and the last tile only if full", () => {
  expect(filledTiles(0, 24)).toBe(0);
  expect(filledTiles(0.001, 24)).toBe(1);
  expect(filledTiles(0.64, 24)).toBe(15);
  expect(filledTiles(3, 24)).toBe(24);
  expect(filledTiles(Number.NaN, 24)).toBe(0);
});

test("tileTone changes to caution at 80% and to negative at 100%", () => {
  expect(tileTone(0.799)).toBe("var(--accent)");
  expect(tileTone(0.8)).toBe("var(--caution-fill)");
  expect(tileTone(1)).toBe("var(--negative)");
});
