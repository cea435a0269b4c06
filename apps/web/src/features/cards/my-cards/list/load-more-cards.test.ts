// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../../lib/api/query-client.ts";
import { cardsQuery } from "../cards.queries.ts";
import { loadMoreCards } from "./load-more-cards.ts";

/** The server's cards, newest first, three to a page. */
let stored: { readonly id: string; readonly status: string }[] = [];
const asked: string[] = [];

function answer(url: string): Response {
  asked.push(url);
  const cursor = new URL(url, "http://console.test").searchParams.get("cursor");
  const begin = cursor === null ? 0 : stored.findIndex(({ id }) => id === cursor) + 1;
  const data = stored.slice(begin, begin + 3);
  const isWhole = begin + 3 >= stored.length;
  return Response.json({ data, nextCursor: isWhole ? null : (data.at(-1)?.id ?? null) });
}

beforeEach(() => {
  stored = Array.from({ length: 8 }, (_, n) => ({ id: `card_${n}`, status: "active" }));
  asked.length = 0;
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string) => answer(url)),
  );
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const shownIds = () =>
  queryClient.getQueryData(cardsQuery.queryKey)?.cards.map((card) => card.id) ?? [];
const ids = (...numbers: number[]) => numbers.map((n) => `card_${n}`);

test("Cards load one page at a time; a page being loaded is not requested again", async () => {
  await queryClient.fetchQuery(cardsQuery);
  expect(asked).toEqual(["/api/cards"]);
  expect(shownIds()).toEqual(ids(0, 1, 2));
  await Promise.all([loadMoreCards(), loadMoreCards()]);
  expect(shownIds()).toEqual(ids(0, 1, 2, 3, 4, 5));
  await loadMoreCards();
  await loadMoreCards();
  expect(shownIds()).toEqual(ids(0, 1, 2, 3, 4, 5, 6, 7));
  expect(asked).toHaveLength(3);
});

test("Refreshing the list of cards reloads as many pages as were loaded", async () => {
  await queryClient.fetchQuery(cardsQuery);
  await loadMoreCards();
  stored = [{ id: "card_new", status: "active" }, ...stored];
  await queryClient.refetchQueries({ queryKey: cardsQuery.queryKey });
  await queryClient.fetchQuery({ ...cardsQuery, staleTime: 0 });
  expect(shownIds()).toEqual(["card_new", ...ids(0, 1, 2, 3, 4)]);
});

test("A card that is closed between two page loads is shown only once, at the end", async () => {
  stored = stored.slice(0, 5);
  await queryClient.fetchQuery(cardsQuery);
  stored = [...stored.filter(({ id }) => id !== "card_0"), { id: "card_0", status: "closed" }];
  await loadMoreCards();
  expect(shownIds()).toEqual(ids(1, 2, 3, 4, 0));
});
