import { expect, test } from "vitest";
import { secondsToWait } from "./sign-in-delay.policy.ts";

const NOW = new Date("2026-03-01T12:00:00.000Z");
const DAY_MS = 86_400_000;

function after(failures: number, millisecondsAgo = 0) {
  return { failures, lastAt: new Date(NOW.getTime() - millisecondsAgo) };
}

function secondsHere(failures: number, millisecondsAgo = 0): number {
  return secondsToWait(NOW, { here: { ...after(failures, millisecondsAgo), succeededAt: null } });
}

test("delay of sign-in: starts after ten failures from one network and doubles to a minute", () => {
  expect([9, 10, 11, 15, 16, 99].map((failures) => secondsHere(failures))).toEqual([
    0, 1, 2, 32, 60, 60,
  ]);
  expect(secondsHere(100)).toBe(900);
  expect(secondsHere(11, 1_001)).toBe(1);
  expect(secondsHere(11, 2_000)).toBe(0);
});

test("delay of sign-in: failures elsewhere never delay a network with a recent sign-in", () => {
  const everywhere = after(105);
  expect(secondsToWait(NOW, { everywhere })).toBe(30);
  const recent = { ...after(0), succeededAt: new Date(NOW.getTime() - 89 * DAY_MS) };
  expect(secondsToWait(NOW, { here: recent, everywhere })).toBe(0);
  const old = { ...after(0), succeededAt: new Date(NOW.getTime() - 91 * DAY_MS) };
  expect(secondsToWait(NOW, { here: old, everywhere })).toBe(30);
});

test("delay of sign-in: a failure counted by a clock that is ahead delays nobody", () => {
  expect(secondsHere(1, -3_000)).toBe(0);
});
