import type { PracticePlay, PracticeScenario } from "@tessera/contract/simulator/scenarios.schemas";
import { expect, test } from "vitest";
import { standingOf } from "./scenario-standing.ts";

const SCENARIO: PracticeScenario = {
  id: "tip",
  steps: [
    { id: "bill", deed: "authorisation", after: "PT2H" },
    { id: "with_tip", deed: "clearing", after: "P1D" },
  ],
};
const NONE = { balance: "0.00", held: "0.00", available: "0.00" };

function play(number: number, take: number, step: number): PracticePlay {
  return {
    number,
    scenario: "tip",
    take,
    step,
    from: "2026-11-22T00:00:00.000Z",
    to: "2026-11-22T01:00:00.000Z",
    result: "done",
    code: "approved",
    message: null,
    amount: null,
    trace: [],
    journals: [],
    before: NONE,
    after: NONE,
  };
}

function standing(next: number, take: number, plays: readonly PracticePlay[]) {
  const progress = [{ scenario: "tip" as const, next, take }];
  const { plays: shown, ...rest } = standingOf(SCENARIO, { progress, plays: [...plays] });
  return { ...rest, numbers: shown.map((one) => one?.number) };
}

test("A scenario that was never started shows no plays", () => {
  expect(standing(1, 1, [])).toEqual({ next: 1, isOver: false, numbers: [undefined, undefined] });
});

test("An unfinished scenario shows only the current run", () => {
  const plays = [play(5, 2, 1), play(3, 1, 2), play(2, 1, 1)];
  expect(standing(2, 2, plays)).toEqual({ next: 2, isOver: false, numbers: [5, undefined] });
});

test("A finished scenario shows its last run until it is started again", () => {
  const plays = [play(3, 1, 2), play(2, 1, 1)];
  expect(standing(1, 2, plays)).toEqual({ next: 1, isOver: true, numbers: [2, 3] });
});
