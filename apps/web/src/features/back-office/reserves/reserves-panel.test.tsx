// @vitest-environment jsdom
import type { Reserve, Reserves } from "@tessera/contract/money-movement/reserves.schemas";
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession } from "../../../lib/session/session-store.ts";
import { refusal, serve, show, signIn, stubMedia } from "../../../test-page.tsx";
import { ReservesPanel } from "./reserves-panel.tsx";

const TAKEN = "2026-11-27T08:00:00.000Z";
const EURO: Reserve = {
  asset: "EUR",
  takenAt: TAKEN,
  held: "1200.00",
  unknownSince: null,
  owed: "200.00",
  difference: "1000.00",
  booked: "1200.00",
  missing: "0.00",
  position: "-40.00",
  places: [{ kind: "bank", name: "XX93DEMO", held: "1200.00", at: TAKEN, fault: null }],
};
const TOTAL = { held: "1400.00", owed: "230.00", difference: "1170.00" };
const READ = "GET /api/admin/reserves";

const answer = (reserves: readonly Reserve[], total: Reserves["total"]) => ({
  [READ]: () => Response.json({ reserves, total }),
});

beforeEach(() => {
  stubMedia();
  signIn("auditor");
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

test("Reserves show what is held, booked and owed, and the places", async () => {
  serve(answer([EURO], TOTAL));
  show(<ReservesPanel />);
  const asset = within(
    (await screen.findByRole("heading", { name: "EUR" })).closest("li") as never,
  );
  expect(asset.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
    ...["Held by the program", "According to the ledger", "Owed to customers"],
  ]);
  expect(asset.getByText(/^Bank account/)).toBeTruthy();
  expect(asset.getByText(/Open position/)).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("An unknown balance is named as unknown with its reason, and never as zero", async () => {
  const place = { ...EURO.places[0], held: null, at: null, fault: "no_statement" } as never;
  const unknown = { held: null, difference: null, missing: null, unknownSince: TAKEN };
  serve(answer([{ ...EURO, ...unknown, places: [place] }], null));
  show(<ReservesPanel />);
  expect(await screen.findByText("Unknown")).toBeTruthy();
  expect(screen.getByText(/^Unknown since/)).toBeTruthy();
  expect(screen.getByText("No statement has been imported yet.")).toBeTruthy();
  expect(screen.getByText("The total is unknown, because a balance or a rate is.")).toBeTruthy();
});

test("Missing money and too little in total are alerts", async () => {
  const total = { held: "100.00", owed: "230.00", difference: "-130.00" };
  serve(answer([{ ...EURO, missing: "7.50" }], total));
  show(<ReservesPanel />);
  const alerts = (await screen.findAllByRole("alert")).map(({ textContent }) => textContent);
  expect(alerts).toContain("The program holds less than it owes its customers.");
  expect(alerts.some((text) => text?.includes("less is held than the ledger says"))).toBe(true);
});

test("Before the first reading, and after a load failure, the panel says so", async () => {
  serve(answer([], null));
  show(<ReservesPanel />);
  expect(await screen.findByText(/^Nothing has been read yet/)).toBeTruthy();
  cleanup();
  serve({ [READ]: () => refusal(500, "internal", "Broken.") });
  show(<ReservesPanel />);
  expect(await screen.findByText("Couldn’t load the reserves")).toBeTruthy();
});
