import { describe, expect, test } from "vitest";
import { printedName } from "./stripe-holder-details.ts";

describe("the name printed on a card", () => {
  test.each([
    ["Ada", "Lovelace", "Ada Lovelace"],
    ["José María", "Núñez", "Jose Maria Nunez"],
    ["Søren", "Weiß", "Soren Weiss"],
    ["Maximilian Alexander", "von Hohenberg", "M von Hohenberg"],
    ["Bartholomew", "Featherstonehaugh-Cholmondeley", "B Featherstonehaugh-Chol"],
    ["Seán", "O’Brien, Jr.", "Sean OBrien Jr"],
  ])("has at most 24 plain letters: %s %s becomes %s", (first, last, printed) => {
    expect(printedName({ first, last })).toBe(printed);
    expect(printed.length).toBeLessThanOrEqual(24);
  });
});
