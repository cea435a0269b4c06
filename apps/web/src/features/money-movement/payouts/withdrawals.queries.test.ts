// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../lib/api/query-client.ts";
import { withdrawalsQuery } from "./withdrawals.queries.ts";

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** Serves a list of open withdrawals followed by ended ones, 20 per page. */
function answerWith(underWay: number, ended: number): string[] {
  const rows = Array.from({ length: underWay + ended }, (_, n) => ({
    id: `wd_${n}`,
    endedAt: n < underWay ? null : "2026-11-24T10:00:00.000Z",
  }));
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    const cursor = new URL(url, "http://console.test").searchParams.get("cursor");
    const begin = cursor === null ? 0 : Number(cursor);
    const end = begin + 20;
    return Response.json({
      data: rows.slice(begin, end),
      nextCursor: end < rows.length ? String(end) : null,
    });
  });
  return asked;
}

test("withdrawalsQuery loads all open withdrawals, even beyond the first page", async () => {
  const asked = answerWith(45, 60);
  const rows = await queryClient.fetchQuery(withdrawalsQuery);
  expect(rows.filter(({ endedAt }) => endedAt === null)).toHaveLength(45);
  // The third page also contains ended withdrawals.
  expect(rows).toHaveLength(60);
  expect(asked).toHaveLength(3);
});

test("withdrawalsQuery stops loading at the first page with an ended withdrawal", async () => {
  const asked = answerWith(3, 60);
  expect(await queryClient.fetchQuery(withdrawalsQuery)).toHaveLength(20);
  expect(asked).toHaveLength(1);
});
