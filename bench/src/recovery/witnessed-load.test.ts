import type { Ledger, Movement, Result } from "@tessera/ledger";
import { expect, test } from "vitest";
import type { Subject } from "../subject.ts";
import { recoveryOptionsOf } from "./recovery-options.ts";
import { findFaults, startWitnessedLoad } from "./witnessed-load.ts";

const SUBJECT: Subject = { customerId: "customer", cardId: "card", account: 1n, card: 2n };

/** Creates a ledger that acknowledges a movement only when the test requests it. */
function heldLedger() {
  const waiting: { readonly id: string; readonly acknowledge: () => void }[] = [];
  const ledger: Pick<Ledger, "submit"> = {
    submit: ({ id }: Movement) =>
      new Promise((resolve) => {
        waiting.push({ id, acknowledge: () => resolve({ outcome: "posted" } as Result) });
      }),
  };
  return { ledger, waiting };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("witnessed load: expects only movements acknowledged before the target time", async () => {
  const { ledger, waiting } = heldLedger();
  const load = startWitnessedLoad(ledger, [SUBJECT], 1);
  waiting[0]?.acknowledge();
  await turn();
  const asked = Promise.withResolvers<string>();
  const marking = load.mark(() => asked.promise);
  // In flight while the target time is being requested.
  waiting[1]?.acknowledge();
  await turn();
  asked.resolve("2026-11-25 12:00:00.000001+00");
  expect(await marking).toBe("2026-11-25 12:00:00.000001+00");
  // Submitted before the target time was known, but acknowledged after that.
  waiting[2]?.acknowledge();
  await turn();
  const stopping = load.stop();
  waiting[3]?.acknowledge();
  const witnessed = await stopping;
  const ids = waiting.map(({ id }) => id);
  expect([...witnessed.expected]).toEqual([ids[0]]);
  expect([...witnessed.undecided]).toEqual([ids[1], ids[2]]);
  expect([...witnessed.excluded]).toEqual([ids[3]]);
  expect(load.acknowledged()).toBe(4);
});

test("findFaults: reports lost expected movements and recovered excluded movements", () => {
  const witnessed = {
    expected: new Set(["a", "b"]),
    undecided: new Set(["c"]),
    excluded: new Set(["d"]),
  };
  expect(findFaults(witnessed, new Set(["a", "b", "c"]))).toEqual({ lost: [], surplus: [] });
  expect(findFaults(witnessed, new Set(["a", "d"]))).toEqual({ lost: ["b"], surplus: ["d"] });
});

test("recovery options: have defaults, and reject zero and unknown options", () => {
  expect(recoveryOptionsOf([])).toEqual({ seconds: 5, clients: 64, customers: 200, keep: false });
  expect(recoveryOptionsOf(["--help"])).toBeUndefined();
  expect(() => recoveryOptionsOf(["--seconds", "0"])).toThrow(RangeError);
  expect(() => recoveryOptionsOf(["--hours", "1"])).toThrow(TypeError);
});
