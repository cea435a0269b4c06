// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../../lib/api/query-client.ts";
import { PATIENCE_MS } from "../../../../test-patience.ts";
import { cardsQuery } from "../cards.queries.ts";
import { MissingCards } from "./missing-cards.tsx";
import { useEveryCard } from "./use-every-card.ts";

const PAGE = 100;
const cards = Array.from({ length: 130 }, (_, n) => ({ id: `card_${n}` }) as Card);
/** Number of requests for the second page that fail. */
let refusals = 0;
let asked: string[] = [];

function answer(url: string): Response {
  asked.push(url);
  if (!url.includes("cursor=")) {
    return Response.json({ data: cards.slice(0, PAGE), nextCursor: "second" });
  }
  if (refusals > 0) {
    refusals -= 1;
    return Response.json({ code: "overloaded", message: "Busy" }, { status: 503 });
  }
  return Response.json({ data: cards.slice(PAGE), nextCursor: null });
}

beforeEach(() => {
  refusals = 0;
  asked = [];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async (url: string) => answer(url));
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Count() {
  const { data, isError, pages } = useEveryCard();
  return (
    <output>
      {`${data?.length ?? "no"} cards, ${pages.hasNextPage ? "not all" : "all"}`}
      {isError && ", failed"}
    </output>
  );
}

async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

async function open(): Promise<void> {
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <Count />
        <MissingCards />
      </QueryClientProvider>
    </I18nProvider>,
  );
  await act(() => vi.dynamicImportSettled());
  await pass(10);
}

const count = () => screen.getByRole("status").textContent;

test("All pages of cards are loaded, one after another", async () => {
  await open();
  await vi.waitFor(() => expect(count()).toBe("130 cards, all"), PATIENCE_MS);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(asked).toHaveLength(2);
});

test("A failure to load the second page of cards is reported, and Retry loads it", async () => {
  refusals = 3;
  await open();
  // Waits for two more attempts, the same number as for all other queries.
  await pass(10_000);
  expect(count()).toBe("100 cards, not all");
  expect(screen.getByRole("alert").textContent).toContain("Couldn’t load some cards");
  const before = asked.length;
  await pass(60_000);
  expect(asked).toHaveLength(before);

  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await pass(10);
  expect(count()).toBe("130 cards, all");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("Reloading the list requests a failed second page of cards again", async () => {
  refusals = 3;
  await open();
  await pass(10_000);
  expect(screen.getByRole("alert")).toBeDefined();
  await act(() => queryClient.refetchQueries({ queryKey: cardsQuery.queryKey }));
  await pass(10);
  expect(count()).toBe("130 cards, all");
  expect(screen.queryByRole("alert")).toBeNull();
});
