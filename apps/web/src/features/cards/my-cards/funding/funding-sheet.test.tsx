// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { Card, Quote } from "@tessera/contract/cards/cards.schemas";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { InRouter } from "../../../../test-router.tsx";
import { FundingSheet } from "./funding-sheet.tsx";

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
  depositFeeBasisPoints: 350,
} as Card;

const receipt = {
  movementId: "mov_1",
  status: "completed",
  amount: "500.00",
  fee: "17.50",
  total: "517.50",
  currency: "USD",
  accountBalance: "482.50",
  cardBalance: "600.00",
};

let quotes = 0;
let deposits: { readonly quoteId: string; readonly key: string | null }[] = [];
/** Responses by attempt to add funds; the default response is a receipt. */
let outcomes: (() => Response)[] = [];
let fee = "17.50";
const onClose = vi.fn();

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status });
}

function quote(): Quote {
  quotes += 1;
  return {
    quoteId: `quo_${quotes}`,
    operation: "deposit",
    amount: "500.00",
    fee,
    feeBasisPoints: 350,
    total: fee === "17.50" ? "517.50" : "520.00",
    currency: "USD",
    accountBalanceAfter: fee === "17.50" ? "482.50" : "480.00",
    cardBalanceAfter: "600.00",
    expiresAt: "2026-11-20T00:05:00.000Z",
  };
}

async function serve(url: string, init: RequestInit): Promise<Response> {
  if (url.endsWith("/quote")) {
    return json(201, quote());
  }
  if (url.endsWith("/deposit")) {
    const key = new Headers(init.headers).get("Idempotency-Key");
    deposits.push({ quoteId: JSON.parse(String(init.body)).quoteId, key });
    const outcome = outcomes[deposits.length - 1];
    return outcome === undefined ? json(201, receipt) : outcome();
  }
  return json(200, { balances: [{ currency: "USD", available: "1000.00", held: "0.00" }] });
}

beforeEach(() => {
  quotes = 0;
  deposits = [];
  outcomes = [];
  fee = "17.50";
  onClose.mockReset();
  vi.useFakeTimers();
  vi.stubGlobal("fetch", serve);
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
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

async function show(): Promise<void> {
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <InRouter>
          <FundingSheet card={card} operation="deposit" open onClose={onClose} />
        </InRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  await pass(50);
}

async function review(): Promise<void> {
  await show();
  fireEvent.change(screen.getByLabelText("Amount to add"), { target: { value: "500" } });
  // The first wait is for the typing pause, the second for the quote.
  await pass(500);
  await pass(50);
  fireEvent.click(screen.getByRole("button", { name: "Review" }));
  await pass(50);
}

function confirmButton(): HTMLElement {
  return screen.getByRole("button", { name: /Add/ });
}

test("Loading more than the account balance is reported without requesting a quote", async () => {
  await show();
  fireEvent.change(screen.getByLabelText("Amount to add"), { target: { value: "1000" } });
  await pass(500);
  expect(screen.getByText("$35.00 over your account balance, including the fee")).toBeTruthy();
  expect(quotes).toBe(0);
});

test("Confirming redeems the quote once, even if the button is pressed twice", async () => {
  await review();
  fireEvent.click(confirmButton());
  fireEvent.click(confirmButton());
  await pass(50);
  expect(deposits.map((deposit) => deposit.quoteId)).toEqual(["quo_1"]);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("A card load whose response was lost is retried with the same idempotency key", async () => {
  outcomes = [
    () => {
      throw new TypeError("network");
    },
    () => json(503, { code: "overloaded", message: "Busy" }),
  ];
  await review();
  fireEvent.click(confirmButton());
  await pass(50);
  expect(screen.getByText(/retrying can’t charge you twice/)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await pass(10_000);
  expect(deposits).toHaveLength(3);
  expect(new Set(deposits.map((deposit) => deposit.key)).size).toBe(1);
  expect(new Set(deposits.map((deposit) => deposit.quoteId))).toEqual(new Set(["quo_1"]));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("Pressing Check now retries right away and never causes a second transfer", async () => {
  outcomes = [() => json(503, { code: "overloaded", message: "Busy" })];
  await review();
  fireEvent.click(confirmButton());
  await pass(50);
  fireEvent.click(screen.getByRole("button", { name: "Check now" }));
  await pass(50);
  expect(onClose).toHaveBeenCalledTimes(1);
  await pass(20_000);
  expect(deposits).toHaveLength(2);
  expect(new Set(deposits.map((deposit) => deposit.key)).size).toBe(1);
});

test("An expired quote is renewed, and the customer pays only after confirming", async () => {
  outcomes = [() => json(409, { code: "quote_expired", message: "This quote has expired." })];
  await review();
  fee = "20.00";
  fireEvent.click(confirmButton());
  await pass(50);
  expect(screen.getByText("Failed to add funds: This quote has expired.")).toBeTruthy();
  expect(screen.getAllByText("$520.00").length).toBeGreaterThan(0);
  expect(deposits).toHaveLength(1);
  fireEvent.click(confirmButton());
  await pass(50);
  expect(deposits.map((deposit) => deposit.quoteId)).toEqual(["quo_1", "quo_2"]);
  expect(deposits[0]?.key).not.toBe(deposits[1]?.key);
});

test("A rejected card load shows the server's message and disables the button", async () => {
  outcomes = [() => json(409, { code: "insufficient_funds", message: "Not enough." })];
  await review();
  fireEvent.click(confirmButton());
  await pass(50);
  expect(screen.getByText("Failed to add funds: Not enough.")).toBeTruthy();
  expect(confirmButton()).toHaveProperty("disabled", true);
});
