// @vitest-environment jsdom
import type { BankEntryDetail } from "@tessera/contract/money-movement/bank.schemas";
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
import { EntryDetail } from "./entry-detail.tsx";

const ENTRY: BankEntryDetail = {
  id: "ben_1",
  statementId: "bst_1",
  account: "XX93DEMO0000000000000003",
  currency: "EUR",
  amount: "50.00",
  bookedOn: "2026-11-27",
  reference: "B-1",
  isReversal: false,
  remittance: "Top-up RF69 0010 0000 0004 3",
  partyName: "Anna Example",
  partyAccount: "DE89370400440532013000",
  state: "unmatched",
  reason: "no_reference",
  customerId: null,
  customerName: null,
  movementId: null,
  returnReference: null,
  decidedBy: null,
  changedAt: "2026-11-27T08:00:00.000Z",
  suggestions: [{ customerId: "cus_1", customerName: "anna", reference: "RF690010000000042" }],
  trades: [],
};
const READ = "GET /api/admin/bank/entries/ben_1";
const ASSIGN = "POST /api/admin/bank/entries/ben_1/assign";
const REOPEN = "POST /api/admin/bank/entries/ben_1/reopen";
const MATCH = "POST /api/admin/bank/entries/ben_1/match-trade";
const RETURN = "POST /api/admin/bank/entries/ben_1/return";

beforeEach(() => {
  stubMedia();
  signIn("reviewer");
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

test("An unmatched transfer says why, and is assigned to a suggested customer", async () => {
  const sent = serve({
    [READ]: () => Response.json(ENTRY),
    [ASSIGN]: () => Response.json({ ...ENTRY, state: "reviewing", suggestions: [] }),
  });
  show(<EntryDetail id="ben_1" />);
  expect(await screen.findByText("The payer wrote no reference.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /^anna, whose reference is RF69/ }));
  const dialog = await screen.findByRole("alertdialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Assign" }));
  await waitFor(() => expect(toastText()).toContain("Waiting for another operator"));
  expect(requestsOf(sent, ASSIGN)).toMatchObject([{ body: { customerId: "cus_1" } }]);
});

test("A return needs a reason, and is recorded with it", async () => {
  const sent = serve({
    [READ]: () => Response.json(ENTRY),
    [RETURN]: () => Response.json({ ...ENTRY, state: "returning", suggestions: [] }),
  });
  show(<EntryDetail id="ben_1" />);
  fireEvent.click(await screen.findByRole("button", { name: "Return to the payer" }));
  const dialog = await screen.findByRole("alertdialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Record return" }));
  expect(await within(dialog).findByText("This field is required.")).toBeTruthy();
  fireEvent.change(within(dialog).getByRole("textbox"), { target: { value: "Not a customer" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Record return" }));
  await waitFor(() => expect(toastText()).toContain("Return recorded"));
  expect(requestsOf(sent, RETURN)).toMatchObject([{ body: { reason: "Not a customer" } }]);
});

test("An auditor sees a transfer and cannot decide about it", async () => {
  signIn("auditor");
  serve({ [READ]: () => Response.json(ENTRY) });
  show(<EntryDetail id="ben_1" />);
  expect(await screen.findByText("Anna Example", { selector: "dd *, dd" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Return to the payer" })).toBeNull();
  expect(screen.queryByText("Whose transfer is it?")).toBeNull();
});

test("A missing transfer is shown differently from a load failure", async () => {
  serve({ [READ]: () => refusal(404, "not_found", "Not found.") });
  show(<EntryDetail id="ben_1" />);
  expect(await screen.findByText("This transfer doesn’t exist.")).toBeTruthy();
});

test("A return that is not paid is called off with a reason", async () => {
  const returning = { ...ENTRY, state: "returning" as const, returnReference: "RET123456789012" };
  const sent = serve({
    [READ]: () => Response.json({ ...returning, suggestions: [] }),
    [REOPEN]: () => Response.json({ ...ENTRY, reason: "reopened" }),
  });
  show(<EntryDetail id="ben_1" />);
  fireEvent.click(await screen.findByRole("button", { name: "Call off the return" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("Only if nobody has ordered it at the bank.");
  fireEvent.change(within(dialog).getByLabelText("Why"), { target: { value: "Wrong payer" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Call off" }));
  await waitFor(() => expect(toastText()).toBe("success: Put back"));
  expect(requestsOf(sent, REOPEN).map(({ body }) => body)).toEqual([{ reason: "Wrong payer" }]);
});

test("A debit is matched with a trade of its amount, and the match can be undone", async () => {
  const debit = { ...ENTRY, state: "outflow" as const, amount: "-80.00", suggestions: [] };
  const trade = {
    ...{ tradeId: "bkt_1", bankReference: "FX-1", recordedAt: "2026-11-26T08:00:00.000Z" },
    ...{ otherAmount: "92.00", otherCurrency: "USD" as const, isNamed: true },
  };
  const answers = [
    { ...debit, trades: [trade] },
    { ...debit, state: "traded", trades: [] },
  ];
  const sent = serve({
    [READ]: () => Response.json(answers.length > 1 ? answers.shift() : answers[0]),
    [MATCH]: () => Response.json({ ...debit, state: "traded" }),
  });
  show(<EntryDetail id="ben_1" />);
  fireEvent.click(
    await screen.findByRole("button", {
      name: "FX-1 for $92.00, 2026-11-26, which the bank names",
    }),
  );
  const dialog = await screen.findByRole("alertdialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Match" }));
  await waitFor(() => expect(toastText()).toBe("success: Matched with the trade"));
  expect(requestsOf(sent, MATCH).map(({ body }) => body)).toEqual([{ tradeId: "bkt_1" }]);
  expect(await screen.findByRole("button", { name: "Undo the match" })).toBeTruthy();
});
