// @vitest-environment jsdom
import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import type { Movement } from "@tessera/contract/insights/bills.schemas";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type MovementPage, movementPages } from "./movement-pages.ts";

const KEY = ["list"];
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
/** Ids, newest first. */
let server: number[];
const load = vi.fn(
  async ({ limit, cursor }: { limit: string; cursor?: string }): Promise<MovementPage> => {
    const behind = server.filter((id) => cursor === undefined || id < Number(cursor));
    const ids = behind.slice(0, Number(limit));
    return {
      data: ids.map((id) => ({ id: String(id) }) as Movement),
      nextCursor: ids.length < behind.length ? String(ids.at(-1)) : null,
    };
  },
);

beforeEach(() => {
  server = Array.from({ length: 400 }, (_, place) => 400 - place);
});
afterEach(() => {
  client.clear();
  load.mockClear();
});

async function readPages(count: number) {
  const list = new InfiniteQueryObserver(client, movementPages(KEY, load));
  await list.refetch();
  for (let page = 1; page < count; page += 1) {
    await list.fetchNextPage();
  }
  return list;
}

function shown(list: Awaited<ReturnType<typeof readPages>>): number[] {
  const pages = list.getCurrentResult().data?.pages ?? [];
  return pages.flatMap(({ data }) => data.map(({ id }) => Number(id)));
}

test("movementPages loads larger pages for a user who scrolls far", async () => {
  const list = await readPages(5);
  expect(load.mock.calls.map(([{ limit }]) => limit)).toEqual(["20", "20", "20", "100", "100"]);
  expect(shown(list)).toEqual(server.slice(0, 260));
});

test("movementPages refreshes only the first pages, without duplicate or lost rows", async () => {
  const list = await readPages(5);
  load.mockClear();
  server = [403, 402, 401, ...server];
  await list.refetch();
  expect(load).toHaveBeenCalledTimes(3);
  expect(shown(list)).toEqual(server.slice(0, 263));
  await list.fetchNextPage();
  expect(shown(list)).toEqual(server.slice(0, 363));
});

test("movementPages reloads everything if the first page cannot hold all new rows", async () => {
  const list = await readPages(2);
  server = [...Array.from({ length: 300 }, (_, place) => 700 - place), ...server];
  await list.refetch();
  const rows = shown(list);
  expect(rows).toEqual(server.slice(0, rows.length));
  expect(rows.length).toBeGreaterThan(40);
});
