// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type {
  PayoutAddress,
  WithdrawalTerms,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { InRouter } from "../../../test-router.tsx";
import { WithdrawForm } from "./withdraw-form.tsx";

const terms = {
  feeBasisPoints: 100,
  networks: [],
  maximum: "100000.00",
  dayLimit: "200.00",
  dayUsed: "0.00",
  lockedUntil: null,
  onHold: false,
} as Partial<WithdrawalTerms> as WithdrawalTerms;

function address(status: PayoutAddress["status"]): PayoutAddress {
  return {
    ...{ id: "pad_1", label: "My wallet", network: "TRC20", status },
    address: "TBwxiKp5i8bCjEiLTRMW9p53aRQBXsMVuv",
    ...{ usableAt: "2026-11-29T00:00:00.000Z", createdAt: "2026-11-28T00:00:00.000Z" },
  };
}

const REASON = "You need an address to send to. A new one can be used after 24 hours.";

test.each([
  ["there is no address", [], true],
  ["the only address is too new", [address("cooling")], true],
  ["an address can be used", [address("ready")], false],
])("The withdrawal form says why nothing can be reviewed: %s", async (_case, addresses, says) => {
  const balances = [{ currency: "USD", available: "43.25" }] as const;
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <InRouter>
          <WithdrawForm {...{ terms, addresses, balances }} onDone={() => undefined} />
        </InRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  const review = await screen.findByRole("button", { name: "Review" });
  expect(review.hasAttribute("disabled")).toBe(true);
  expect(screen.queryByText(REASON) !== null).toBe(says);
});
