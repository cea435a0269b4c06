import { describe, expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { createPendingKey, underKey } from "./pending-key.ts";

function counted() {
  let made = 0;
  return createPendingKey(() => `key-${++made}`);
}

async function tryOnce(key: ReturnType<typeof counted>, outcome: unknown): Promise<string> {
  let sent = "";
  await underKey(key, async (idempotencyKey) => {
    sent = idempotencyKey;
    if (outcome !== undefined) {
      throw outcome;
    }
  }).catch(() => {});
  return sent;
}

const lost = new ApiError({ status: 0, code: "network", message: "lost" });
const busy = new ApiError({ status: 503, code: "unavailable", message: "busy" });
const racing = new ApiError({ status: 409, code: "idempotency_in_progress", message: "wait" });
const refused = new ApiError({ status: 409, code: "insufficient_funds", message: "no" });

describe("a pending key", () => {
  test.each([
    ["a lost answer", lost],
    ["a server fault", busy],
    ["a parallel try", racing],
  ])("is reused after %s", async (_, error) => {
    const key = counted();
    expect(await tryOnce(key, error)).toBe("key-1");
    expect(await tryOnce(key, undefined)).toBe("key-1");
    expect(await tryOnce(key, undefined)).toBe("key-2");
  });

  test("is retired by a rejection, because its outcome is known", async () => {
    const key = counted();
    expect(await tryOnce(key, refused)).toBe("key-1");
    expect(await tryOnce(key, undefined)).toBe("key-2");
  });
});
