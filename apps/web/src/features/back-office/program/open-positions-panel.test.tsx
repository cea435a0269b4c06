// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession } from "../../../lib/session/session-store.ts";
import { serve, show, signIn, stubMedia } from "../../../test-page.tsx";
import { OpenPositionsPanel } from "./open-positions-panel.tsx";

const POSITIONS = "GET /api/admin/exchange/positions";
const LONG = {
  ...{ currency: "EUR", position: "80000.00", dollars: "92800.00", usedPercent: 37.1 },
  ...{ soldLastDay: "80000.00", boughtLastDay: "0.00" },
};

beforeEach(() => {
  stubMedia();
  serve({
    [POSITIONS]: () =>
      Response.json({ limit: "250000.00", spreadBasisPoints: 50, positions: [LONG] }),
  });
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

test("An auditor sees the open positions, and cannot record a trade", async () => {
  signIn("auditor");
  show(<OpenPositionsPanel />);
  expect(await screen.findByText("37.1% of the limit")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Record a bank trade" })).toBeNull();
});

test("A bank trade needs two amounts, two currencies, a reference and a reason", async () => {
  signIn("administrator");
  show(<OpenPositionsPanel />);
  fireEvent.click(screen.getByRole("button", { name: "Record a bank trade" }));
  const sheet = within(await screen.findByRole("dialog"));
  const type = (label: string, value: string) =>
    fireEvent.change(sheet.getByLabelText(label), { target: { value } });
  const next = () => fireEvent.click(sheet.getByRole("button", { name: "Continue" }));
  next();
  expect(sheet.getAllByText("Enter an amount such as 12.34.")).toHaveLength(2);
  expect(sheet.getByText("Enter the bank’s reference.")).toBeTruthy();
  type("Sold to the bank", "80000.00");
  type("Bought from the bank", "92750.00");
  type("Bank reference", "FX-2026-11");
  const [, bought] = sheet.getAllByLabelText("Currency");
  fireEvent.change(bought as HTMLElement, { target: { value: "EUR" } });
  next();
  expect(sheet.getByText("Choose two different currencies.")).toBeTruthy();
  fireEvent.change(bought as HTMLElement, { target: { value: "USD" } });
  expect(sheet.getByText("Give a short reason.")).toBeTruthy();
  type("Reason", "Offset the week");
  next();
  expect(await sheet.findByText("€80,000.00")).toBeTruthy();
  expect(sheet.getByText("$92,750.00")).toBeTruthy();
  expect(sheet.getByText("FX-2026-11")).toBeTruthy();
});
