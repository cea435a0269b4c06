// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { InRouter } from "../../../test-router.tsx";
import { CardPageActions } from "./card-page-actions.tsx";

const card = {
  id: "card_1",
  nickname: "Ads",
  network: "visa",
  type: "business",
  currency: "USD",
  last4: "4242",
  status: "frozen",
  freezes: [{ layer: "customer" }],
  balance: "100.00",
  held: "0.00",
} as Card;

afterEach(() => vi.unstubAllGlobals());

test("Unfreezing a card is requested once, and its button keeps the keyboard's focus", async () => {
  const fetch = vi.fn(() => new Promise<Response>(() => undefined));
  vi.stubGlobal("fetch", fetch);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider i18n={i18n}>
        <InRouter>
          <CardPageActions card={card} onShow={() => undefined} />
        </InRouter>
      </I18nProvider>
    </QueryClientProvider>,
  );
  const button = await screen.findByRole("button", { name: "Unfreeze" });
  await userEvent.click(button);
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBe("true"));
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(button);
  expect(fetch).toHaveBeenCalledTimes(1);
});
