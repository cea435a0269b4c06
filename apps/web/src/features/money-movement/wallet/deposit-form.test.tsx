// @vitest-environment jsdom

import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession } from "../../../lib/session/session-store.ts";
import { serve, show, signIn, stubMedia } from "../../../test-page.tsx";
import type { useCreateDeposit } from "./deposit.mutations.ts";
import { DepositForm } from "./deposit-form.tsx";
import { OpenDeposit } from "./open-deposit.tsx";

const OFFERED = {
  deposits: true,
  withdrawals: false,
  bankTransfers: false,
  rates: true,
  cards: true,
  network: true,
  depositNetworks: [
    { network: "ERC20", assets: ["USDT"], confirmations: [{ upTo: null, blocks: 6 }] },
  ],
  simulatedDeposits: false,
};

beforeEach(() => {
  stubMedia();
  signIn("customer");
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

const WAITING: Deposit = {
  ...{ id: "dep_1", status: "pending", asset: "USDT", network: "ERC20", address: null },
  ...{ amount: "75.00", currency: "USD", creditAmount: "75.00", rate: "1.00000000" },
  ...{ ratedAt: "2026-11-28T00:00:00.000Z", rateSource: "test", spreadBasisPoints: 0 },
  ...{ receivedAmount: null, review: null, notes: [], transactionHash: null, seenAt: null },
  ...{ confirmations: 0, confirmationsRequired: 6, movementId: "mov_1" },
  expiresAt: "2099-11-28T00:30:00.000Z",
  createdAt: "2026-11-28T00:00:00.000Z",
};

/** A mutation that was not used yet. */
function unused(): ReturnType<typeof useCreateDeposit> {
  return {
    send: vi.fn(),
    sendAgain: vi.fn(),
    reset: vi.fn(),
    sending: false,
    processing: false,
    unknown: false,
    error: null,
    answer: undefined,
    sent: undefined,
  };
}

test("the deposit form offers the program's networks only, and chooses the first", async () => {
  serve({ "GET /api/offering": () => Response.json(OFFERED) });
  show(<DepositForm create={unused()} />);
  // Until the offering is known, all networks are shown.
  await expect.poll(() => screen.queryByText("TRC20"), { timeout: 60_000 }).toBeNull();
  expect(screen.getByText("ERC20")).toBeTruthy();
  expect(screen.getByText("Ethereum")).toBeTruthy();
});

test("the deposit form offers the networks of the chosen asset", async () => {
  const depositNetworks = [
    { network: "ERC20", assets: ["USDT", "USDC"], confirmations: [] },
    { network: "BASE", assets: ["USDC"], confirmations: [] },
  ];
  serve({ "GET /api/offering": () => Response.json({ ...OFFERED, depositNetworks }) });
  const create = unused();
  show(<DepositForm create={create} />);
  const usdc = await screen.findByLabelText("USDC", undefined, { timeout: 60_000 });
  expect(screen.queryByLabelText("Base")).toBeNull();
  fireEvent.click(usdc);
  fireEvent.click(screen.getByLabelText("Base"));
  fireEvent.change(screen.getByLabelText("Amount in USDC"), { target: { value: "75" } });
  fireEvent.click(screen.getByRole("button", { name: "Get deposit address" }));
  expect(create.send).toHaveBeenCalledWith({
    ...{ asset: "USDC", network: "BASE", amount: "75", currency: "USD" },
  });
});

test.each([true, false])(
  "an open deposit shows that its payment can be simulated as the server says: %s",
  async (simulatedDeposits) => {
    serve({ "GET /api/offering": () => Response.json({ ...OFFERED, simulatedDeposits }) });
    show(<OpenDeposit deposit={WAITING} replace={unused()} />);
    // The networks come with the same answer.
    await expect.poll(() => screen.queryByText("TRC20"), { timeout: 60_000 }).toBeNull();
    const found = screen.queryByRole("button", { name: "Simulate payment" });
    expect(found !== null).toBe(simulatedDeposits);
  },
);
