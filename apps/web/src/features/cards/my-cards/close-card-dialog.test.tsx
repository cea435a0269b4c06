// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { InRouter } from "../../../test-router.tsx";
import { CloseCardDialog } from "./close-card-dialog.tsx";

const card = {
  id: "card_1",
  nickname: "Ads",
  network: "visa",
  type: "business",
  currency: "USD",
  last4: "4242",
  status: "active",
  balance: "100.00",
  held: "0.00",
} as Card;

let keys: (string | null)[] = [];
/** Responses by attempt; the default response is a closed card. */
let answers: Response[] = [];
const onClose = vi.fn();

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status });
}

beforeEach(() => {
  keys = [];
  answers = [];
  onClose.mockReset();
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get("Idempotency-Key"));
    return answers[keys.length - 1] ?? json(200, { ...card, status: "closed" });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

test("A closure with an unknown outcome shows as processing; retries reuse its key", async () => {
  const unknown = () => json(503, { code: "outcome_unknown", message: "Not known yet." });
  answers = [unknown(), unknown()];
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <InRouter>
          <CloseCardDialog card={card} open onClose={onClose} />
        </InRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  await pass(50);
  fireEvent.click(screen.getByRole("button", { name: "Close card" }));
  await pass(50);
  expect(screen.getByText("Processing")).toBeTruthy();
  expect(screen.queryByText("Not known yet.")).toBeNull();
  await pass(10_000);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(onClose).toHaveBeenCalledTimes(1);
});
