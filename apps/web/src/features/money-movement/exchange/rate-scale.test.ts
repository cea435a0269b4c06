import { describe, expect, it } from "vitest";
import { linePoints } from "./rate-scale.ts";

const day = (number: number, rate: string) => ({
  at: `2026-11-${String(number).padStart(2, "0")}T15:00:00Z`,
  rate,
});

describe("a rate's line", () => {
  it("spans the lowest and the highest rate, and leaves gaps where days have no rate", () => {
    const points = linePoints([day(2, "0.9000"), day(3, "1.0000"), day(6, "0.9500")]);
    expect(points).toEqual([
      [0, 1],
      [0.25, 0],
      [1, 0.5],
    ]);
  });

  it("is level if the rate did not change, and empty without rates", () => {
    expect(linePoints([day(2, "7.1"), day(3, "7.1")])).toEqual([
      [0, 0.5],
      [1, 0.5],
    ]);
    expect(linePoints([])).toEqual([]);
  });
});
