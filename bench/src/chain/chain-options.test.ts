import { expect, test } from "vitest";
import { chainOptionsOf } from "./chain-options.ts";

test("lab:chain: reads a range of seeds, or one", () => {
  expect(chainOptionsOf(["--seeds", "1..200"])?.seeds).toEqual({ first: 1, last: 200 });
  expect(chainOptionsOf(["--seeds", "7"])?.seeds).toEqual({ first: 7, last: 7 });
});

test("lab:chain: reads how many walks are made at the same time", () => {
  expect(chainOptionsOf(["--at-once", "3"])?.atOnce).toBe(3);
});

test.each(["", "a", "5..2", "1..", "-1"])("lab:chain: refuses the seeds %j", (seeds) => {
  expect(() => chainOptionsOf(["--seeds", seeds])).toThrow("--seeds");
});
