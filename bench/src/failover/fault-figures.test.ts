import { expect, test } from "vitest";
import { failoverOptionsOf } from "./failover-options.ts";
import { figuresOf, p95 } from "./fault-figures.ts";

const ack = (sentMs: number, ackedMs: number) => ({
  kind: "top-up" as const,
  sentMs,
  ackedMs,
});

const FAULT = {
  kind: "cut" as const,
  formerPrimary: "db-a",
  nextPrimary: "db-b",
  failedAtMs: 10_000,
  repairedAtMs: 40_000,
  healthyAtMs: 60_000,
};

test("fault figures: the first write was sent after the fault", () => {
  const acknowledgments = [ack(9_900, 10_100), ack(10_050, 32_000), ack(31_000, 31_500)];
  const [figures] = figuresOf([FAULT], acknowledgments);
  expect(figures?.firstWriteSeconds).toBe(21.5);
});

test("fault figures: the longest gap includes the wait for the nodes to be healthy", () => {
  const acknowledgments = [ack(10_001, 22_000), ack(22_000, 25_000)];
  const [figures] = figuresOf([FAULT], acknowledgments);
  expect(figures?.longestGapSeconds).toBe(35);
  expect(figures?.healthySeconds).toBe(50);
});

test("fault figures: without any write there is no end", () => {
  expect(figuresOf([FAULT], [])[0]?.firstWriteSeconds).toBe(Number.POSITIVE_INFINITY);
});

test("fault figures: count the writes to the former primary until its repair", () => {
  const probe = (node: string, sentMs: number) => ({ node, sentMs });
  const refused = [probe("db-a", 11_000), probe("db-a", 41_000), probe("db-c", 12_000)];
  const acknowledged = [probe("db-a", 9_000), probe("db-a", 13_000), probe("db-b", 20_000)];
  const [figures] = figuresOf([FAULT], [], { acknowledged, refused });
  expect(figures).toMatchObject({ formerTries: 2, formerAcknowledged: 1 });
});

test("fault figures: the 95th percentile of twenty is the second highest", () => {
  const values = Array.from({ length: 20 }, (_, index) => 20 - index);
  expect(p95(values)).toBe(19);
});

test("failover options: have defaults, and reject zero and unknown kinds", () => {
  const defaults = { faults: 3, seed: 1, clients: 4, calm: 8, etcd3: false, keep: false };
  expect(failoverOptionsOf([])).toEqual(defaults);
  expect(failoverOptionsOf(["--help"])).toBeUndefined();
  expect(failoverOptionsOf(["--only", "cut"])).toEqual({ ...defaults, only: "cut" });
  expect(() => failoverOptionsOf(["--faults", "0"])).toThrow(RangeError);
  expect(() => failoverOptionsOf(["--only", "flood"])).toThrow(TypeError);
});
