import { expect, test } from "vitest";
import { findDoubleWrites, type ProbeWrite } from "./write-probe.ts";

let number = 0;
function write(node: string, timeline: number, sentMs: number, ackedMs: number): ProbeWrite {
  number += 1;
  return { node, number, timeline, sentMs, ackedMs };
}

test("double writes: none while each primary takes over from the one before", () => {
  const writes = [write("a", 1, 0, 1), write("b", 2, 10, 11), write("a", 3, 20, 21)];
  expect(findDoubleWrites(writes)).toEqual([]);
});

test("double writes: finds a write that a former primary accepted after the takeover", () => {
  const takeover = write("b", 2, 10, 11);
  const late = write("a", 1, 12, 13);
  expect(findDoubleWrites([write("a", 1, 0, 1), takeover, late])).toEqual([
    { former: late, latter: takeover },
  ]);
});

test("double writes: ignores a response that was only delivered after the takeover", () => {
  expect(findDoubleWrites([write("a", 1, 5, 40), write("b", 2, 10, 11)])).toEqual([]);
});

test("double writes: finds two nodes on one timeline", () => {
  expect(findDoubleWrites([write("a", 2, 0, 1), write("b", 2, 0, 2)])).not.toEqual([]);
});
