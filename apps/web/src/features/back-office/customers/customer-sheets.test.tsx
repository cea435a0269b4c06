// @vitest-environment jsdom
import type { CustomerProfile } from "@tessera/contract/back-office/customers.schemas";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession } from "../../../lib/session/session-store.ts";
import {
  refusal,
  requestsOf,
  serve,
  show,
  signIn,
  stubMedia,
  toastText,
} from "../../../test-page.tsx";
import { CardFreezeSheet } from "./card-freeze-sheet.tsx";
import { CustomerOverview } from "./overview.tsx";

const customer: CustomerProfile = {
  id: "cus_1",
  username: "mira",
  isCompany: false,
  email: "mira@example.com",
  locale: "en",
  status: "active",
  createdAt: "2026-01-20T08:00:00.000Z",
  stoppedAt: null,
  cardCount: 3,
  closing: null,
  suspendedAt: null,
  accountClosing: null,
  securityHold: null,
  factorReset: null,
  members: null,
  devices: 2,
  lastSignInAt: null,
  secondFactor: true,
  balances: [
    { currency: "USD", available: "120.00", held: "0.00" },
    { currency: "EUR", available: "5.00", held: "7.50" },
  ],
  cards: { active: 2, frozen: 0, closing: 0, closed: 1 },
  noteCount: 0,
  waitingCorrections: 0,
};
const SUSPEND = "POST /api/admin/customers/cus_1/suspend";
const RESTORE = "POST /api/admin/customers/cus_1/restore";
const LIFT = "POST /api/admin/customers/cus_1/lift-hold";
const RESET = "POST /api/admin/customers/cus_1/reset-factors";
const FREEZE = "POST /api/operator/cards/card_1/freeze";
const UNFREEZE = "POST /api/operator/cards/card_1/unfreeze";

beforeEach(() => {
  stubMedia();
  signIn("support");
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

const overview = (changes: Partial<CustomerProfile> = {}) =>
  show(<CustomerOverview customer={{ ...customer, ...changes }} />);

async function openSheet(button: string): Promise<HTMLElement> {
  fireEvent.click(screen.getByRole("button", { name: button }));
  return await screen.findByRole("dialog");
}

/** Fills in the note of a sheet and presses its submit button twice. */
function send(sheet: HTMLElement, verb: string, note: string): void {
  fireEvent.change(within(sheet).getByLabelText("Internal note for the record"), {
    target: { value: note },
  });
  const button = within(sheet).getByRole("button", { name: verb });
  fireEvent.click(button);
  fireEvent.click(button);
}

test("The overview counts only card statuses that occur and shows balances with holds", () => {
  serve({});
  overview();
  expect(screen.getByText("2 active · 1 closed")).toBeTruthy();
  expect(screen.getAllByText(/^Held:/)).toHaveLength(1);
  expect(screen.getByText("Never")).toBeTruthy();
  expect(screen.getByText("Not enough payments yet")).toBeTruthy();
});

test("An auditor sees a customer's page without any actions", () => {
  signIn("auditor");
  serve({});
  overview({
    securityHold: { id: "hold_1", since: "2026-11-20T08:00:00.000Z", canLift: true },
  });
  expect(screen.getByText(/On security hold since/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("Suspending a customer requires a note and is sent only once, with its reason", async () => {
  const sent = serve({ [SUSPEND]: customer });
  overview();
  const sheet = await openSheet("Suspend the account");
  expect(sheet.textContent).toContain("Suspend mira?");
  send(sheet, "Suspend", "   ");
  expect(within(sheet).getByRole("alert").textContent).toBe("Give a short reason.");
  expect(requestsOf(sent, SUSPEND)).toHaveLength(0);
  fireEvent.change(within(sheet).getByRole("combobox"), { target: { value: "compliance" } });
  send(sheet, "Suspend", " Asked by police ");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(toastText()).toBe("success: Customer suspended");
  expect(requestsOf(sent, SUSPEND).map(({ body }) => body)).toEqual([
    { reason: "compliance", note: "Asked by police" },
  ]);
});

test("A rejected suspension shows the reason and keeps what the operator entered", async () => {
  serve({ [SUSPEND]: () => refusal(403, "forbidden", "Not allowed.") });
  overview();
  const sheet = await openSheet("Suspend the account");
  send(sheet, "Suspend", "Asked by police");
  expect((await within(sheet).findByRole("alert")).textContent).toBe("Not allowed.");
  expect(within(sheet).getByLabelText("Internal note for the record")).toHaveProperty(
    "value",
    "Asked by police",
  );
  expect(toastText()).toBe("");
});

test("Reinstating a suspended customer does not ask for a reason code", async () => {
  const sent = serve({ [RESTORE]: customer });
  overview({ status: "suspended", suspendedAt: "2026-11-20T08:00:00.000Z" });
  const sheet = await openSheet("Restore the account");
  expect(within(sheet).queryByRole("combobox")).toBeNull();
  send(sheet, "Restore", "Cleared");
  await waitFor(() => expect(toastText()).toBe("success: Customer restored"));
  expect(requestsOf(sent, RESTORE).map(({ body }) => body)).toEqual([{ note: "Cleared" }]);
});

test("A security hold cannot be lifted until the customer sets a new password", () => {
  serve({});
  overview({
    securityHold: { id: "hold_1", since: "2026-11-20T08:00:00.000Z", canLift: false },
  });
  expect(screen.getByText(/has to reset their password before you can lift/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Lift the security hold" })).toBeNull();
});

test("Lifting a security hold sends the note and the id of the hold that was shown", async () => {
  const sent = serve({ [LIFT]: {} });
  overview({
    securityHold: { id: "hold_1", since: "2026-11-20T08:00:00.000Z", canLift: true },
  });
  const sheet = await openSheet("Lift the security hold");
  send(sheet, "Lift the security hold", "Spoke with her");
  await waitFor(() => expect(toastText()).toBe("success: Security hold lifted"));
  expect(requestsOf(sent, LIFT).map(({ body }) => body)).toEqual([
    { holdId: "hold_1", reason: "Spoke with her" },
  ]);
});

test("A proposal to reset a second factor includes how the customer was identified", async () => {
  const sent = serve({ [RESET]: {} });
  overview();
  const sheet = await openSheet("Reset the second factor");
  send(sheet, "Propose reset", "Passport in a call");
  await waitFor(() => expect(toastText()).toBe("success: Someone else has to approve it now"));
  expect(requestsOf(sent, RESET).map(({ body }) => body)).toEqual([
    { reason: "Passport in a call" },
  ]);
});

test("A second-factor reset awaiting another operator cannot be proposed again", () => {
  serve({});
  overview({ factorReset: { reviewId: "rev_1", by: "dana", at: "2026-11-20T08:00:00.000Z" } });
  expect(screen.getByText(/dana proposed resetting the second factor/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Reset the second factor" })).toBeNull();
});

test("No reset is offered for a customer without a second factor", () => {
  serve({});
  overview({ secondFactor: false });
  expect(screen.queryByRole("button", { name: "Reset the second factor" })).toBeNull();
});

test.each([
  ["freeze", "Freeze", FREEZE, { reason: "suspected_fraud", note: "Test" }, "Card frozen"],
  ["lift", "Unfreeze", UNFREEZE, { layer: "operator", note: "Test" }, "Freeze lifted"],
  ["lift_hold", "Lift the hold", UNFREEZE, { layer: "verification", note: "Test" }, "Hold lifted"],
] as const)(
  "Pressing the button twice sends the card action %s only once",
  async (act, verb, call, body, done) => {
    const sent = serve({ [call]: {} });
    const onClose = vi.fn();
    show(<CardFreezeSheet card={{ id: "card_1", label: "Ads", act }} open onClose={onClose} />);
    send(await screen.findByRole("dialog"), verb, "Test");
    await waitFor(() => expect(toastText()).toBe(`success: ${done}`));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(requestsOf(sent, call).map((request) => request.body)).toEqual([body]);
  },
);
