import type { Movement } from "@tessera/contract/insights/bills.schemas";
import { expect, test, vi } from "vitest";
import { ApiError } from "../../../../lib/api/api-error.ts";
import { collectHistory } from "./collect-history.ts";

const movement = (id: string) => ({ id }) as Movement;
const busy = new ApiError({ status: 429, code: "rate_limited", message: "", retryAfterSeconds: 7 });
const never = new AbortController().signal;

test("collectHistory loads every page, even after an empty one, and reports progress", async () => {
  const pages = [
    { data: [movement("a"), movement("b")], nextCursor: "1" },
    { data: [], nextCursor: "2" },
    { data: [movement("c")], nextCursor: null },
  ];
  const load = vi.fn(async (cursor?: string) => pages[Number(cursor ?? 0)] ?? pages[0]);
  const onProgress = vi.fn();
  const all = await collectHistory({ load: load as never, onProgress, signal: never });
  expect(all.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(onProgress.mock.calls).toEqual([[2], [2], [3]]);
});

test("collectHistory waits as long as a rate limit requires, then retries the page", async () => {
  const load = vi
    .fn()
    .mockResolvedValueOnce({ data: [movement("a")], nextCursor: "1" })
    .mockRejectedValueOnce(busy)
    .mockResolvedValueOnce({ data: [movement("b")], nextCursor: null });
  const wait = vi.fn(async () => undefined);
  const all = await collectHistory({ load, onProgress: vi.fn(), signal: never, wait });
  expect(all.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(wait).toHaveBeenCalledExactlyOnceWith(7, never);
  expect(load.mock.calls.map(([cursor]) => cursor)).toEqual([undefined, "1", "1"]);
});

test("collectHistory stops when it is canceled and returns nothing", async () => {
  const controller = new AbortController();
  const load = vi.fn(async () => {
    controller.abort();
    return { data: [movement("a")], nextCursor: "1" };
  });
  const { signal } = controller;
  await expect(collectHistory({ load, onProgress: vi.fn(), signal })).rejects.toThrow(/abort/i);
  expect(load).toHaveBeenCalledOnce();
});
