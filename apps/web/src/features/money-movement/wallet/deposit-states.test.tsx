// @vitest-environment jsdom
import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession } from "../../../lib/session/session-store.ts";
import { serve, show, signIn, stubMedia } from "../../../test-page.tsx";
import type { useCreateDeposit } from "./deposit.mutations.ts";
import { DepositForm } from "./deposit-form.tsx";
import { DepositOutcome } from "./deposit-outcome.tsx";
import { ReviewPanel, SeenPanel } from "./deposit-progress.tsx";

const seen: Deposit = {
  id: "dep_1",
  status: "pending",
  asset: "USDT",
  network: "ERC20",
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
  amount: "500.00",
  currency: "USD",
  creditAmount: "500.00",
  rate: "1.00",
  ratedAt: "2026-11-21T10:00:00.000Z",
  rateSource: "test",
  spreadBasisPoints: 0,
  receivedAmount: "500.00",
  notes: [],
  review: null,
  transactionHash: `0x${"ab".repeat(32)}`,
  seenAt: "2026-11-21T10:05:00.000Z",
  confirmations: 7,
  confirmationsRequired: 12,
  expiresAt: "2026-11-21T10:30:00.000Z",
  createdAt: "2026-11-21T10:00:00.000Z",
  movementId: "mov_1",
};

beforeEach(() => {
  stubMedia();
  signIn("customer");
  serve({});
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

test("A payment being confirmed shows its confirmations and the time they take", () => {
  show(<SeenPanel deposit={seen} />);
  expect(screen.getByText("7 of 12 confirmations")).toBeTruthy();
  expect(screen.getByText("About 1 minute")).toBeTruthy();
});

test("A payment with all confirmations shows no remaining time", () => {
  show(<SeenPanel deposit={{ ...seen, confirmations: 12 }} />);
  expect(screen.getByText("12 of 12 confirmations")).toBeTruthy();
  expect(screen.queryByText(/^About/)).toBeNull();
});

test("A payment under review says so and links to the review", () => {
  show(<ReviewPanel deposit={{ ...seen, confirmations: 12, review: "reviewing" }} />);
  expect(screen.getByRole("heading", { name: "Payment under review" })).toBeTruthy();
  expect(screen.getByText("Under review")).toBeTruthy();
  const link = screen.getByRole("link", { name: "See the review" });
  expect(link.getAttribute("href")).toBe("/pending-reviews?tab=us");
});

test("A payment that operators return is not shown as a canceled deposit", () => {
  const deposit = { ...seen, status: "cancelled", review: "returned" } as const;
  show(<DepositOutcome deposit={deposit} segment={undefined} />);
  expect(screen.getByRole("heading", { name: "Payment not accepted" })).toBeTruthy();
  expect(screen.queryByText("Deposit canceled")).toBeNull();
  expect(screen.getByText("Rejected")).toBeTruthy();
});

test("A completed deposit leads back to the card whose opening fee it was for", () => {
  const deposit = { ...seen, status: "completed", currency: "EUR" } as const;
  show(<DepositOutcome deposit={deposit} segment="seg_1" />);
  const back = screen.getByRole("link", { name: "Continue with your new card" });
  expect(back.getAttribute("href")).toBe("/card-create?segment=seg_1");
  const again = screen.getByRole("link", { name: "New deposit" });
  expect(again.getAttribute("href")).toBe("/wallet/deposit?segment=seg_1&currency=EUR");
});

test("A completed deposit that was for no card leads to the wallet", () => {
  show(<DepositOutcome deposit={{ ...seen, status: "completed" }} segment={undefined} />);
  const link = screen.getByRole("link", { name: "Go to the wallet" });
  expect(link.getAttribute("href")).toBe("/wallet");
});

test.each([
  ["EUR", "EUR"],
  ["a currency that the program does not have", "USD"],
])("The deposit form of a link that names %s selects %s first", (currency, selected) => {
  const create = { send: vi.fn(), sending: false, unknown: false, error: null };
  const write = create as Partial<ReturnType<typeof useCreateDeposit>>;
  show(<DepositForm create={write as ReturnType<typeof useCreateDeposit>} currency={currency} />);
  const radio = screen.getByRole<HTMLInputElement>("radio", { name: selected });
  expect(radio.checked).toBe(true);
});
