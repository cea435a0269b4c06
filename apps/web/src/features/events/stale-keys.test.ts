import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { EVERYTHING, staleKeys } from "./stale-keys.ts";

const LOADED = [
  ["cards", "list"],
  ["cards", "one", "card_1"],
  ["bills", "recent", null],
  ["wallet", "totals", "USD"],
  ["wallet", "balances"],
  ["wallet", "history", null],
  ["wallet", "rates"],
  ["wallet", "deposit", "dep_1"],
  ["wallet", "deposit", "dep_2"],
  ["announcements", "active", "en"],
];

/** Which of what is loaded the keys reach. */
function reached(keys: readonly (readonly unknown[])[]): string[] {
  const client = new QueryClient();
  for (const key of LOADED) {
    client.setQueryData(key, "loaded");
  }
  const found = keys.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey }));
  return [...new Set(found)].map(({ queryKey }) => queryKey.join(" "));
}

test("a card's event reaches its balance, its bills and the accounts, and no rates", () => {
  expect(reached(staleKeys({ topic: "card", body: { cardId: "card_1" } }))).toEqual([
    "cards list",
    "cards one card_1",
    "bills recent ",
    "wallet totals USD",
    "wallet balances",
  ]);
});

test("a deposit's event reaches that deposit and the history", () => {
  expect(reached(staleKeys({ topic: "deposit", body: { id: "dep_2" } }))).toEqual([
    "wallet deposit dep_2",
    "wallet history ",
  ]);
});

test("another topic is the root of its name, or nothing that is shown", () => {
  expect(reached(staleKeys({ topic: "bills", body: {} }))).toEqual(["bills recent "]);
  expect(reached(staleKeys({ topic: "weather", body: {} }))).toEqual([]);
  expect(reached(staleKeys({ topic: "constructor", body: {} }))).toEqual([]);
});

test("a gap reaches everything", () => {
  expect(reached(EVERYTHING)).toHaveLength(LOADED.length);
});
