import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AdmissionQueue, type Urgency } from "./admission-queue.ts";

const LIMITS = {
  maxUnderWay: 2,
  maxMoneyUnderWay: 2,
  maxWaitMs: { read: 500, write: 1_000, money: 2_000 },
};

let queue: AdmissionQueue;
let log: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  queue = new AdmissionQueue(LIMITS);
  log = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** Enters the queue, and records whether the call was admitted. */
function enter(urgency: Urgency, name: string): void {
  void Promise.resolve(queue.enter(urgency)).then((isAdmitted) =>
    log.push(`${name} ${isAdmitted ? "admitted" : "shed"}`),
  );
}

/** Occupies both slots. */
function fill(): void {
  expect([queue.enter("read"), queue.enter("read")]).toEqual([true, true]);
}

const settle = () => Promise.resolve().then(() => undefined);

it("admission queue: admits a call immediately if a slot is free", () => {
  expect([queue.enter("read"), queue.enter("money")]).toEqual([true, true]);
  expect(queue.enter("read")).toBeInstanceOf(Promise);
});

it("admission queue: gives a free slot to money calls, then other writes, then reads", async () => {
  fill();
  for (const [urgency, name] of [
    ["read", "r"],
    ["write", "w"],
    ["money", "m1"],
    ["money", "m2"],
  ] as const) {
    enter(urgency, name);
  }
  for (const left of ["read", "read", "money", "money"] as const) {
    queue.leave(left);
    await settle();
  }
  expect(log).toEqual(["m1 admitted", "m2 admitted", "w admitted", "r admitted"]);
});

it("admission queue: sheds reads, writes, then money calls, each at its maximum wait", async () => {
  fill();
  enter("money", "m");
  enter("write", "w");
  enter("read", "r");
  await vi.advanceTimersByTimeAsync(450);
  expect(log).toEqual([]);
  await vi.advanceTimersByTimeAsync(150);
  expect(log).toEqual(["r shed"]);
  await vi.advanceTimersByTimeAsync(500);
  expect(log).toEqual(["r shed", "w shed"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log).toEqual(["r shed", "w shed", "m shed"]);
});

it("admission queue: a call that waited too long gets no slot, and no slot is lost", async () => {
  fill();
  enter("read", "late");
  await vi.advanceTimersByTimeAsync(600);
  queue.leave("read");
  queue.leave("read");
  await settle();
  expect(log).toEqual(["late shed"]);
  fill();
});

it("admission queue: keeps some slots for other calls when many payments arrive", async () => {
  queue = new AdmissionQueue({ ...LIMITS, maxUnderWay: 3, maxMoneyUnderWay: 2 });
  expect([queue.enter("money"), queue.enter("money")]).toEqual([true, true]);
  enter("money", "m");
  expect(queue.enter("read")).toBe(true);
  queue.leave("read");
  await settle();
  expect(log).toEqual([]);
  queue.leave("money");
  await settle();
  expect(log).toEqual(["m admitted"]);
});
