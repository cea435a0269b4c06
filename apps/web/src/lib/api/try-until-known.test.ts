// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { createPendingKey } from "./pending-key.ts";
import { tryUntilKnown } from "./try-until-known.ts";

const lost = () => new ApiError({ status: 0, code: "network", message: "No answer" });
const refused = () =>
  new ApiError({ status: 409, code: "insufficient_funds", message: "Too little" });

function keys() {
  let made = 0;
  return createPendingKey(() => `key-${++made}`);
}

test("tryUntilKnown retries under the same key after a lost response", async () => {
  const seen: string[] = [];
  const onWaiting = vi.fn();
  const write = (key: string) => {
    seen.push(key);
    return seen.length < 3 ? Promise.reject(lost()) : Promise.resolve("done");
  };
  await expect(tryUntilKnown(keys(), write, { delaysMs: [0, 0], onWaiting })).resolves.toBe("done");
  expect(seen).toEqual(["key-1", "key-1", "key-1"]);
  expect(onWaiting).toHaveBeenCalledTimes(2);
});

test("tryUntilKnown does not retry a rejection, which is final", async () => {
  const write = vi.fn(() => Promise.reject(refused()));
  await expect(tryUntilKnown(keys(), write, { delaysMs: [0] })).rejects.toThrow("Too little");
  expect(write).toHaveBeenCalledTimes(1);
});

test("tryUntilKnown keeps the key for the next click if no response ever arrives", async () => {
  const key = keys();
  const write = vi.fn(() => Promise.reject(lost()));
  await expect(tryUntilKnown(key, write, { delaysMs: [0] })).rejects.toThrow("No answer");
  expect(write).toHaveBeenCalledTimes(2);
  expect(key.current()).toBe("key-1");
});

test("tryUntilKnown with stopOffline fails right away offline and retries online", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const write = vi.fn(() => Promise.reject(lost()));
  const patience = { delaysMs: [0], stopOffline: true };
  await expect(tryUntilKnown(keys(), write, patience)).rejects.toThrow("No answer");
  expect(write).toHaveBeenCalledTimes(1);
  online.mockReturnValue(true);
  await expect(tryUntilKnown(keys(), write, patience)).rejects.toThrow("No answer");
  expect(write).toHaveBeenCalledTimes(3);
  online.mockRestore();
});
