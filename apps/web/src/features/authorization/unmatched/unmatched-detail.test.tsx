// @vitest-environment jsdom
import type { UnmatchedDetail as Message } from "@tessera/contract/authorization/network.schemas";
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
import { UnmatchedDetail } from "./unmatched-detail.tsx";

const merchant = { name: "Aurora Books", mcc: "5942", country: "US" } as Message["merchant"];
const message: Message = {
  id: "unm_1",
  networkReference: "NET-77",
  kind: "clearing",
  state: "waiting",
  customerId: "cus_1",
  card: { id: "card_1", last4: "4242", type: "business", network: "visa" },
  merchant,
  currency: "USD",
  amount: "25.00",
  merchantAmount: null,
  receivedAt: "2026-11-20T08:00:00.000Z",
  postsAt: "2026-11-27T08:00:00.000Z",
  settledAt: null,
  decision: null,
  candidates: [
    {
      authorizationId: "auth_1",
      merchant,
      authorised: "30.00",
      pending: "20.00",
      merchantPending: null,
      createdAt: "2026-11-19T08:00:00.000Z",
      sameMerchant: true,
      sameAmount: false,
    },
  ],
};
const READ = "GET /api/admin/network/unmatched/unm_1";
const MATCH = "POST /api/admin/network/unmatched/unm_1/match";
const DISMISS = "POST /api/admin/network/unmatched/unm_1/dismiss";

beforeEach(() => {
  stubMedia();
  signIn("reviewer");
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

const openMessage = () => show(<UnmatchedDetail id="unm_1" />);

async function openDialog(button: string): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole("button", { name: button }));
  return await screen.findByRole("alertdialog");
}

/** Clicks a dialog's confirm button `times` times. */
function confirm(dialog: HTMLElement, verb: string, times = 1): void {
  const button = within(dialog).getByRole("button", { name: verb });
  for (let press = 0; press < times; press += 1) {
    fireEvent.click(button);
  }
}

test("A missing unmatched message is shown differently from a load failure", async () => {
  serve({ [READ]: () => refusal(404, "not_found", "Not found.") });
  openMessage();
  expect(screen.getByRole("status").textContent).toBe("Loading");
  expect(await screen.findByText("This message doesn’t exist.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("Pressing Try again reloads an unmatched message that failed to load", async () => {
  const answers = [() => refusal(500, "internal", "Broken."), () => Response.json(message)];
  const sent = serve({ [READ]: () => (answers.shift() ?? (() => Response.json(message)))() });
  openMessage();
  expect((await screen.findByRole("alert")).textContent).toBe("Couldn’t load the message");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("NET-77")).toBeTruthy();
  expect(requestsOf(sent, READ)).toHaveLength(2);
});

test("An auditor sees candidate authorizations but cannot match or dismiss a message", async () => {
  signIn("auditor");
  serve({ [READ]: message });
  openMessage();
  expect(await screen.findByText("Possible authorizations")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Match" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
});

test("A message that was matched or dismissed shows that decision and no actions", async () => {
  serve({
    [READ]: {
      ...message,
      state: "dismissed",
      postsAt: null,
      settledAt: "2026-11-21T08:00:00.000Z",
      decision: { by: "dana", reason: "Test message", authorizationId: null },
      candidates: [],
    },
  });
  openMessage();
  expect(await screen.findByText("Test message")).toBeTruthy();
  expect(screen.getByText("dana")).toBeTruthy();
  expect(screen.queryByText("Possible authorizations")).toBeNull();
  expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
});

test("A message without candidate authorizations is shown with a note that says so", async () => {
  serve({ [READ]: { ...message, candidates: [] } });
  openMessage();
  expect(
    await screen.findByText("This card has no pending authorizations in this currency."),
  ).toBeTruthy();
});

test.each([
  [
    "clearing",
    "25.00",
    "This charges $25.00 to the card for Aurora Books. $20.00 of that amount is pending.",
  ],
  ["reversal", null, "The $20.00 held for Aurora Books is released to the card."],
  ["advice", "25.00", "From now on, $25.00 is held for Aurora Books instead of $20.00."],
] as const)(
  "Matching a %s of %s shows the amount that would move",
  async (kind, amount, sentence) => {
    serve({ [READ]: { ...message, kind, amount } });
    openMessage();
    const dialog = await openDialog("Match");
    expect(dialog.textContent).toContain(sentence);
  },
);

test("A message in another currency shows the merchant’s amounts", async () => {
  const [candidate] = message.candidates;
  serve({
    [READ]: {
      ...message,
      merchantAmount: { amount: "20.00", currency: "GBP" },
      candidates: [{ ...candidate, merchantPending: { amount: "16.00", currency: "GBP" } }],
    },
  });
  openMessage();
  expect(await screen.findByText("20.00 GBP")).toBeTruthy();
  expect(screen.getByRole("listitem").textContent).toContain("· 16.00 GBP");
});

test("Pressing the button twice sends one match, with the pending amount shown", async () => {
  const sent = serve({ [READ]: message, [MATCH]: { ...message, state: "applied" } });
  openMessage();
  confirm(await openDialog("Match"), "Match", 2);
  await waitFor(() => expect(toastText()).toBe("success: Message matched"));
  expect(requestsOf(sent, MATCH).map(({ body }) => body)).toEqual([
    { authorizationId: "auth_1", pending: "20.00" },
  ]);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

test("A rejected match shows why, keeps the dialog open, and reloads the message", async () => {
  const sent = serve({
    [READ]: message,
    [MATCH]: () => refusal(409, "not_a_match", "This authorization changed."),
  });
  openMessage();
  const dialog = await openDialog("Match");
  const before = requestsOf(sent, READ).length;
  confirm(dialog, "Match");
  expect((await within(dialog).findByRole("alert")).textContent).toBe(
    "This authorization changed.",
  );
  await waitFor(() => expect(requestsOf(sent, READ).length).toBeGreaterThan(before));
  expect(toastText()).toBe("");
});

test("Dismissing a message requires a reason, which is trimmed before it is sent", async () => {
  const sent = serve({ [READ]: message, [DISMISS]: { ...message, state: "dismissed" } });
  openMessage();
  const dialog = await openDialog("Dismiss");
  fireEvent.change(within(dialog).getByLabelText("Why"), { target: { value: "   " } });
  expect(within(dialog).queryByRole("alert")).toBeNull();
  confirm(dialog, "Dismiss");
  expect(within(dialog).getByRole("alert").textContent).toBe("This field is required.");
  expect(requestsOf(sent, DISMISS)).toHaveLength(0);

  fireEvent.change(within(dialog).getByLabelText("Why"), { target: { value: " Test message " } });
  confirm(dialog, "Dismiss", 2);
  await waitFor(() => expect(toastText()).toBe("success: Message dismissed"));
  expect(requestsOf(sent, DISMISS).map(({ body }) => body)).toEqual([{ reason: "Test message" }]);
});
