import { expect, test } from "vitest";
import { moveFiguresOf, pauseIn, spread } from "./move-figures.ts";
import { moveOptionsOf } from "./move-options.ts";

const ack = (ackedMs: number) => ({ kind: "top-up" as const, sentMs: ackedMs - 10, ackedMs });

const MOVE = {
  ...{ from: "a", to: "b", printedPause: 0.5 },
  ...{ beganAtMs: 1_000, endedAtMs: 3_000, retiredAtMs: 6_000 },
};

test("move figures: the longest gap counts every acknowledgment until the old server stops", () => {
  const acknowledgments = [1_100, 2_000, 2_900, 4_300, 5_900].map(ack);
  const [figures] = moveFiguresOf([MOVE], acknowledgments, { acknowledged: [], refused: [] });
  expect(figures).toMatchObject({ longestGap: 1.6, command: 2, printedPause: 0.5 });
});

test("move figures: count the writes to the old server after the move", () => {
  const probe = (node: string, sentMs: number) => ({ node, sentMs });
  const refused = [probe("a", 3_100), probe("a", 2_900), probe("b", 3_200)];
  const acknowledged = [probe("a", 2_000), probe("a", 4_000), probe("b", 4_000)];
  const [figures] = moveFiguresOf([MOVE], [], { acknowledged, refused });
  expect(figures).toMatchObject({ formerTries: 2, formerAcknowledged: 1 });
});

test("move figures: the pause is read from what the command prints", () => {
  expect(pauseIn("Cell 1 is at b:5432. Nothing was committed for 0.83 s.\n")).toBe(0.83);
  expect(pauseIn("Cell 1 is at b:5432. Nothing was committed for 1 s.\n")).toBe(1);
  expect(pauseIn("Cell 1 is at b:5432.")).toBeUndefined();
  expect(spread([1, 3, 2])).toBe("2.00 s, at most 3.00 s");
});

test("move options: have defaults, and reject zero", () => {
  expect(moveOptionsOf([])).toEqual({ moves: 6, seed: 1, clients: 4, calm: 5, keep: false });
  expect(moveOptionsOf(["--help"])).toBeUndefined();
  expect(() => moveOptionsOf(["--moves", "0"])).toThrow(RangeError);
});
