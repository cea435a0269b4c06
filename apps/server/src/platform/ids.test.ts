import { expect, test } from "vitest";
import { firstIdAt, MAX_PROCESS_NUMBER, newId, newIdOfProcess, processPartOf } from "./ids.ts";

const NOW = new Date("2026-11-26T12:00:00.123Z");
const PART = /^[0-9a-f]{8}-[0-9a-f]{4}-7([0-9a-f]{3})-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function partOf(id: string): string | undefined {
  return PART.exec(id)?.[1];
}

test.each([1, 2, 1_000, MAX_PROCESS_NUMBER])(
  "ids: an id contains the number of process %i",
  (n) => {
    const id = newIdOfProcess(NOW, n);
    expect(partOf(id)).toBe(processPartOf(n));
    expect(Number.parseInt(processPartOf(n), 16) & MAX_PROCESS_NUMBER).toBe(n);
    expect(id.slice(0, 13)).toBe(newId(NOW).slice(0, 13));
  },
);

test("ids: an ordinary id does not identify a process", () => {
  for (let count = 0; count < 10_000; count++) {
    const part = partOf(newIdOfProcess(NOW, 0)) ?? "fff";
    expect(Number.parseInt(part, 16)).toBeLessThan(0x800);
  }
});

test("ids: a process's ids from the same millisecond differ in every bit that is not fixed", () => {
  const ids = Array.from({ length: 20_000 }, () => newIdOfProcess(NOW, 7));
  expect(new Set(ids).size).toBe(ids.length);
  const numbers = ids.map((id) => BigInt(`0x${id.replaceAll("-", "").slice(16)}`));
  const [first = 0n] = numbers;
  const varying = numbers.reduce((bits, number) => bits | (number ^ first), 0n);
  expect(varying).toBe((1n << 62n) - 1n);
});

test("ids: firstIdAt sorts at or before that time's ids, and after earlier ids", () => {
  const first = firstIdAt(NOW);
  expect(newIdOfProcess(NOW, 1) >= first).toBe(true);
  expect(newId(NOW) >= first).toBe(true);
  expect(newIdOfProcess(new Date(NOW.getTime() - 1), MAX_PROCESS_NUMBER) < first).toBe(true);
});
