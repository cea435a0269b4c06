// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { serve, show, stubMedia } from "../../../../test-page.tsx";
import { NetworkConfirmations } from "./network-confirmations.tsx";

afterEach(() => vi.unstubAllGlobals());

test("the help center lists the confirmations that the program has configured", async () => {
  stubMedia();
  const confirmations = [
    { upTo: "1000.00", blocks: 1 },
    { upTo: null, blocks: 40 },
  ];
  const depositNetworks = [
    { network: "ERC20", assets: ["USDT", "USDC"], confirmations },
    { network: "BEP20", assets: ["USDT"], confirmations: [] },
    { network: "BASE", assets: ["USDC"], confirmations: confirmations.slice(1) },
  ];
  serve({ "GET /api/offering": () => Response.json({ deposits: true, depositNetworks }) });
  show(<NetworkConfirmations />);
  const rows = await screen.findAllByRole("listitem", undefined, { timeout: 60_000 });
  expect(rows.map((row) => row.textContent?.replaceAll(/\s+/g, " "))).toEqual([
    "ERC20: 1 block up to 1,000.00 USDT / USDC, otherwise 40 blocks",
    "Base: 40 blocks",
  ]);
});
