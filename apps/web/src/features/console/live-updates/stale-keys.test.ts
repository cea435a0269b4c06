// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { EVERYTHING, staleFigures, staleKeys } from "./stale-keys.ts";

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
  ["figures", "spending", "30", "USD", null],
  ["outlook", "holds", "card_1"],
  ["insight", "30", "USD", null],
  ["risk", "grants"],
  ["logs", "all"],
  ["risk", "reviews", "waiting"],
];

/** Returns the loaded queries that match the keys. */
function reached(keys: readonly (readonly unknown[])[]): string[] {
  const client = new QueryClient();
  for (const key of LOADED) {
    client.setQueryData(key, "loaded");
  }
  const found = keys.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey }));
  return [...new Set(found)].map(({ queryKey }) => queryKey.join(" "));
}

test("A card event makes the card's balance, bills, and accounts stale, but not rates", () => {
  expect(reached(staleKeys({ topic: "card", body: { cardId: "card_1" } }))).toEqual([
    "cards list",
    "cards one card_1",
    "bills recent ",
    "risk grants",
    "wallet totals USD",
    "wallet balances",
    "logs all",
  ]);
});

test("A deposit event makes that deposit and the history stale", () => {
  expect(reached(staleKeys({ topic: "deposit", body: { id: "dep_2" } }))).toEqual([
    "wallet deposit dep_2",
    "wallet history ",
    "logs all",
  ]);
});

test("A payment decision makes the payment's row stale, but a strategy change does not", () => {
  const reviews = ["risk grants", "risk reviews waiting"];
  expect(reached(staleKeys({ topic: "risk", body: {} }))).toEqual([
    ...reviews,
    "bills recent ",
    "logs all",
  ]);
  expect(reached(staleKeys({ topic: "risk", body: { strategyId: "stg_1" } }))).toEqual([
    ...reviews,
    "logs all",
  ]);
});

test("A logged event makes the logs stale; a sign-in makes only the logs stale", () => {
  for (const topic of ["card", "wallet", "deposit", "risk", "sessions", "logs"]) {
    expect(reached(staleKeys({ topic, body: {} }))).toContain("logs all");
  }
  expect(reached(staleKeys({ topic: "logs", body: {} }))).toEqual(["logs all"]);
});

test("An unknown topic makes the queries under its name stale, if there are any", () => {
  expect(reached(staleKeys({ topic: "bills", body: {} }))).toEqual(["bills recent "]);
  expect(reached(staleKeys({ topic: "weather", body: {} }))).toEqual([]);
  expect(reached(staleKeys({ topic: "constructor", body: {} }))).toEqual([]);
});

test("A gap in the event stream makes every query stale", () => {
  expect(reached(EVERYTHING)).toHaveLength(LOADED.length);
});

test("An event about moved money makes the charts stale, but a deposit step does not", () => {
  const picture = "figures spending 30 USD ";
  const reachedBy = (topic: string) => reached(staleFigures({ topic, body: {} }));
  expect(reachedBy("wallet")).toEqual([picture]);
  expect(reachedBy("card")).toEqual([picture, "outlook holds card_1", "insight 30 USD "]);
  expect(reachedBy("deposit")).toEqual([]);
  for (const topic of ["card", "wallet"]) {
    const atOnce = reached(staleKeys({ topic, body: {} }));
    expect(atOnce).not.toContain(picture);
    expect(atOnce).not.toContain("outlook holds card_1");
  }
});

test("Events for payments and rules make the risk insight stale", () => {
  for (const topic of ["card", "risk"]) {
    expect(reached(staleFigures({ topic, body: {} }))).toContain("insight 30 USD ");
  }
  expect(reached(staleFigures({ topic: "wallet", body: {} }))).not.toContain("insight 30 USD ");
});
