// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../../lib/api/query-client.ts";
import { factorsQuery } from "../../../../lib/session/factors.ts";
import { InRouter } from "../../../../test-router.tsx";
import { CardDetailsSheet } from "./card-details-sheet.tsx";

const card = {
  id: "card_1",
  nickname: "Ads",
  network: "visa",
  type: "business",
  currency: "USD",
  last4: "4242",
  status: "active",
  balance: "10.00",
  held: "0.00",
} as Card;

const secrets = {
  pan: "4242424242424242",
  cvv: "123",
  expiryMonth: 9,
  expiryYear: 2028,
  billingAddress: {
    assignment: "auto",
    line1: "1 Main Street",
    line2: null,
    city: "Dover",
    region: "DE",
    postalCode: "19901",
    country: "US",
  },
};

const NUMBER = "4242 4242 4242 4242";
const calls: { url: string; headers: Headers; body: string }[] = [];

function answer(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status });
}

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <InRouter>{children}</InRouter>
    </I18nProvider>
  );
}

function open() {
  vi.useFakeTimers();
  return render(<CardDetailsSheet card={card} open onClose={() => {}} />, { wrapper: Frame });
}

beforeEach(() => {
  const none = { methods: [], totp: null, passkeys: [], recoveryCodesLeft: 0, required: false };
  queryClient.setQueryData(factorsQuery.queryKey, none);
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  calls.length = 0;
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push({ url, headers: new Headers(init.headers), body: String(init.body) });
    if (url.endsWith("/proof")) {
      return String(init.body).includes("right")
        ? answer(200, { proof: "prf_1", expiresAt: "2026-11-20T00:00:00Z" })
        : answer(403, { code: "proof_invalid", message: "The password is wrong." });
    }
    return answer(200, secrets);
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show(password: string): Promise<void> {
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: password } });
  fireEvent.click(screen.getByRole("button", { name: "Show details" }));
  await act(async () => {
    await vi.advanceTimersByTimeAsync(10);
  });
}

test("A wrong password is reported, and the card number is not requested or shown", async () => {
  open();
  await show("wrong");
  expect(screen.getByText("The password is wrong.")).toBeTruthy();
  expect(calls.map((made) => made.url.split("/").at(-1))).toEqual(["proof"]);
});

test("Card details are shown after a step-up and hidden after 60 seconds", async () => {
  open();
  await show("right");
  expect(screen.getByText(NUMBER)).toBeTruthy();
  expect(calls.at(-1)?.headers.get("X-Proof")).toBe("prf_1");
  const subject = { operation: "card_reveal", cardId: "card_1" };
  expect(JSON.parse(calls[0]?.body ?? "")).toEqual({ password: "right", subject });
  await act(async () => {
    await vi.advanceTimersByTimeAsync(59_000);
  });
  expect(screen.queryByText(NUMBER)).toBeTruthy();
  await act(async () => {
    await vi.advanceTimersByTimeAsync(1_100);
  });
  expect(screen.queryByText(NUMBER)).toBeNull();
  expect(screen.getByText("Details were hidden after 60 seconds.")).toBeTruthy();
});

test("Card details are hidden as soon as the page is hidden", async () => {
  open();
  await show("right");
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
  expect(screen.queryByText(NUMBER)).toBeNull();
});

test("Card details are hidden when the window loses focus, even if it stays visible", async () => {
  open();
  await show("right");
  vi.spyOn(document, "hasFocus").mockReturnValue(false);
  act(() => {
    window.dispatchEvent(new Event("blur"));
  });
  expect(screen.queryByText(NUMBER)).toBeNull();
});

test("Card details are not shown if the customer leaves the window while they load", async () => {
  open();
  vi.spyOn(document, "hasFocus").mockReturnValue(false);
  await show("right");
  expect(screen.queryByText(NUMBER)).toBeNull();
});

test("Closing the sheet discards the card details; reopening asks for the password", async () => {
  const view = open();
  await show("right");
  view.rerender(<CardDetailsSheet card={card} open={false} onClose={() => {}} />);
  view.rerender(<CardDetailsSheet card={card} open onClose={() => {}} />);
  expect(screen.getByLabelText("Password")).toBeTruthy();
  expect(screen.queryByText(NUMBER)).toBeNull();
});
