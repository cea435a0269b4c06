// @vitest-environment jsdom
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { PATIENCE_MS } from "../../../test-patience.ts";
import { createRefreshQueue } from "./refresh-queue.ts";

const KEY = ["cards", "list"];
const atOnce = () => Promise.resolve();

/** Mounts a query whose responses the test resolves by hand. */
function shownQuery(client: QueryClient) {
  const answers: ((value: number) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: KEY,
    queryFn: () => new Promise<number>((resolve) => answers.push(resolve)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  observer.subscribe(() => {});
  return { answers, shown: () => observer.getCurrentResult().data };
}

test("createRefreshQueue refetches a query whose data changed during its first load", async () => {
  const client = new QueryClient();
  const { answers, shown } = shownQuery(client);
  createRefreshQueue(client, 0, atOnce)([KEY]);
  expect(answers).toHaveLength(1);
  answers[0]?.(1);
  await vi.waitFor(() => expect(answers).toHaveLength(2), PATIENCE_MS);
  answers[1]?.(2);
  await vi.waitFor(() => expect(shown()).toBe(2), PATIENCE_MS);
});

test("createRefreshQueue handles all changes made during a round in one later round", async () => {
  const client = new QueryClient();
  const { answers, shown } = shownQuery(client);
  answers[0]?.(1);
  await vi.waitFor(() => expect(shown()).toBe(1), PATIENCE_MS);
  const ask = createRefreshQueue(client, 0, atOnce);
  ask([KEY]);
  await vi.waitFor(() => expect(answers).toHaveLength(2), PATIENCE_MS);
  ask([KEY]);
  ask([["cards"]]);
  ask([KEY]);
  answers[1]?.(2);
  await vi.waitFor(() => expect(answers).toHaveLength(3), PATIENCE_MS);
  answers[2]?.(3);
  await vi.waitFor(() => expect(shown()).toBe(3), PATIENCE_MS);
  await vi.waitFor(() => expect(client.isFetching()).toBe(0), PATIENCE_MS);
  expect(answers).toHaveLength(3);
});

test("createRefreshQueue refetches an off-screen query only when it is shown", async () => {
  const client = new QueryClient();
  client.setQueryData(KEY, 1);
  createRefreshQueue(client, 0, atOnce)([KEY]);
  await vi.waitFor(() => expect(client.getQueryState(KEY)?.isInvalidated).toBe(true), PATIENCE_MS);
  expect(client.isFetching()).toBe(0);
});

test("createRefreshQueue limits a flood to one round per second and ends up to date", async () => {
  const client = new QueryClient();
  const { answers, shown } = shownQuery(client);
  answers[0]?.(0);
  await vi.waitFor(() => expect(shown()).toBe(0), PATIENCE_MS);
  const ends: (() => void)[] = [];
  const pause = () => new Promise<void>((resolve) => ends.push(resolve));
  const ask = createRefreshQueue(client, 5_000, pause);
  ask([KEY]);
  await vi.waitFor(() => expect(answers).toHaveLength(2), PATIENCE_MS);
  answers[1]?.(1);
  await vi.waitFor(() => expect(ends).toHaveLength(1), PATIENCE_MS);
  for (let event = 0; event < 500; event += 1) {
    ask([KEY]);
  }
  expect(answers).toHaveLength(2);
  ends[0]?.();
  await vi.waitFor(() => expect(answers).toHaveLength(3), PATIENCE_MS);
  answers[2]?.(2);
  await vi.waitFor(() => expect(shown()).toBe(2), PATIENCE_MS);
  await vi.waitFor(() => expect(ends).toHaveLength(2), PATIENCE_MS);
  ends[1]?.();
  expect(answers).toHaveLength(3);
});
