// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { CardSegment } from "@tessera/contract/cards/cards.schemas";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { InRouter } from "../../../test-router.tsx";
import { ApplyForm } from "./apply-form.tsx";

const segment = {
  id: "seg_1",
  currency: "USD",
  openingFee: "5.00",
  depositFeeBasisPoints: 350,
  limits: { perTransaction: "1000.00", monthly: "5000.00" },
  inStock: true,
} as CardSegment;

const REFUSAL = "The price has changed. Nothing was charged.";

afterEach(() => vi.unstubAllGlobals());

test("After a refusal, a custom address shows problems only at the next attempt", async () => {
  vi.stubGlobal(
    "fetch",
    async () =>
      new Response(JSON.stringify({ code: "price_changed", message: REFUSAL }), { status: 409 }),
  );
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <InRouter>
          <ApplyForm
            segment={segment}
            available="100.00"
            hasOwnAddress
            onApplied={() => undefined}
            onHolderRefused={() => undefined}
          />
        </InRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  const apply = async () =>
    fireEvent.click(await screen.findByRole("button", { name: /^Create card for/ }));
  await apply();
  expect(await screen.findByText(REFUSAL)).toBeDefined();
  fireEvent.click(screen.getByRole("radio", { name: "Custom address" }));
  expect(screen.getByLabelText("City")).toBeDefined();
  expect(screen.queryByText("Fill in this field.")).toBeNull();
  // An attempt that is not sent shows the fields' problems, and not the refusal of the last one.
  await apply();
  expect(screen.getAllByText("Fill in this field.")).toHaveLength(4);
  expect(screen.queryByText(REFUSAL)).toBeNull();
});
