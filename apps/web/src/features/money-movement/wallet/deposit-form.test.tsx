// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession } from "../../../lib/session/session-store.ts";
import { serve, show, signIn, stubMedia } from "../../../test-page.tsx";
import type { useCreateDeposit } from "./deposit.mutations.ts";
import { DepositForm } from "./deposit-form.tsx";

const OFFERED = {
  deposits: true,
  withdrawals: false,
  bankTransfers: false,
  rates: true,
  cards: true,
  network: true,
  depositNetworks: [{ network: "ERC20", confirmations: [{ upTo: null, blocks: 6 }] }],
};

beforeEach(() => {
  stubMedia();
  signIn("customer");
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

test("the deposit form offers the program's networks only, and chooses the first", async () => {
  serve({ "GET /api/offering": () => Response.json(OFFERED) });
  const create: ReturnType<typeof useCreateDeposit> = {
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
  show(<DepositForm create={create} />);
  // Until the offering is known, all networks are shown.
  await expect.poll(() => screen.queryByText("TRC20"), { timeout: 60_000 }).toBeNull();
  expect(screen.getByText("ERC20")).toBeTruthy();
  expect(screen.getByText("Ethereum")).toBeTruthy();
});
