import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { newId } from "../ids.ts";
import { createIdempotency } from "./idempotency.ts";

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test?.close());

it("idempotency: requests that wait under a key share the response of the first one", async () => {
  const idempotency = createIdempotency(test.context.db);
  const request = { owner: newId(), operation: "POST /tested", key: "k", fingerprint: "f" };
  let runs = 0;
  const once = () =>
    idempotency.once(request, {
      admitted: Promise.resolve(),
      async run() {
        runs += 1;
        // The ledger keeps this response, so it is not stored under the key.
        return { status: 201, body: "{}", isFinal: false };
      },
    });
  const outcomes = await Promise.all(Array.from({ length: 50 }, once));
  expect(runs).toBe(1);
  expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(outcomes.every(({ answer }) => answer.body === "{}")).toBe(true);
});

it("idempotency: a request that waits under a key runs if the first one fails", async () => {
  const idempotency = createIdempotency(test.context.db);
  const request = { owner: newId(), operation: "POST /tested", key: "k", fingerprint: "f" };
  const failure = new Error("as asked");
  const first = idempotency.once(request, {
    admitted: Promise.resolve(),
    run: () => Promise.reject(failure),
  });
  const second = idempotency.once(request, {
    admitted: Promise.resolve(),
    run: async () => ({ status: 201, body: "{}", isFinal: false }),
  });
  await expect(first).rejects.toBe(failure);
  expect(await second).toMatchObject({ answer: { status: 201 }, replayed: false });
});
