// @vitest-environment jsdom
import type { Correction } from "@tessera/contract/back-office/adjustments.schemas";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession } from "../../../../lib/session/session-store.ts";
import {
  refusal,
  requestsOf,
  serve,
  show,
  signIn,
  stubMedia,
  toastText,
} from "../../../../test-page.tsx";
import { signedAmount } from "./correction-amount.ts";
import { CorrectionInbox } from "./correction-inbox.tsx";
import { CorrectionSheet } from "./correction-sheet.tsx";
import { ProposeSheet } from "./propose-sheet.tsx";

const correction: Correction = {
  id: "cor_1",
  customerId: "cus_1",
  customerName: "mira",
  direction: "credit",
  amount: "25.00",
  currency: "USD",
  reason: "Fee returned",
  reference: "CASE-7",
  status: "waiting",
  revision: 2,
  proposedBy: "dana",
  mine: false,
  proposedAt: "2026-11-20T08:00:00.000Z",
  expiresAt: "2026-11-27T08:00:00.000Z",
  decidedBy: null,
  decidedAt: null,
  decisionNote: null,
  movementId: null,
  effect: { before: "100.00", after: "125.00", possible: true },
};
const READ = "GET /api/admin/corrections/cor_1";
const LIST = "GET /api/admin/corrections";
const PROPOSE = "POST /api/admin/customers/cus_1/corrections";
const APPROVE = "POST /api/admin/corrections/cor_1/approve";
const REFUSE = "POST /api/admin/corrections/cor_1/refuse";
const WITHDRAW = "POST /api/admin/corrections/cor_1/withdraw";
const REVISE = "PUT /api/admin/corrections/cor_1";
const targets = [
  { value: "USD", currency: "USD", label: "USD account" },
  { value: "card_1", cardId: "card_1", currency: "EUR", label: "Ads •••• 4242" },
] as const;
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockReset();
  stubMedia();
  signIn("reviewer");
});
afterEach(() => {
  clearSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const openOne = () => show(<CorrectionSheet correctionId="cor_1" open onClose={onClose} />);
const openForm = () =>
  show(<ProposeSheet customerId="cus_1" targets={targets} open onClose={onClose} />);
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string, times = 1) => {
  const button = screen.getByRole("button", { name });
  for (let pressed = 0; pressed < times; pressed += 1) {
    fireEvent.click(button);
  }
};

test("A debit adjustment is shown as a negative amount", () => {
  expect(signedAmount(correction)).toBe("25.00");
  expect(signedAmount({ ...correction, direction: "debit" })).toBe("-25.00");
});

test("An adjustment with missing fields reports them only on submit and is not sent", () => {
  const sent = serve({});
  openForm();
  expect(screen.queryByRole("alert")).toBeNull();
  fill("Amount in USD", "0");
  press("Propose");
  expect(screen.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual([
    "Enter an amount.",
    "Fill in this field.",
    "Fill in this field.",
  ]);
  expect(sent).toEqual([]);
});

test("A card adjustment is proposed once, in the card's currency, with trimmed texts", async () => {
  const sent = serve({ [PROPOSE]: () => Response.json(correction, { status: 201 }) });
  openForm();
  fill("Account or card", "card_1");
  fireEvent.click(screen.getByRole("radio", { name: "Deduct money" }));
  fill("Amount in EUR", "1,200.5");
  fill("Reason", " Paid twice ");
  fill("Reference", " CASE-9 ");
  press("Propose", 2);
  await waitFor(() => expect(toastText()).toBe("success: Adjustment proposed"));
  expect(requestsOf(sent, PROPOSE).map(({ body }) => body)).toEqual([
    {
      cardId: "card_1",
      currency: "EUR",
      direction: "debit",
      amount: "1200.5",
      reason: "Paid twice",
      reference: "CASE-9",
    },
  ]);
  expect(requestsOf(sent, PROPOSE)[0]?.idempotencyKey).toBeTruthy();
  expect(onClose).toHaveBeenCalledTimes(1);
});

function propose(): void {
  openForm();
  fill("Amount in USD", "900");
  fill("Reason", "Paid twice");
  fill("Reference", "CASE-9");
  press("Propose");
}

test("An adjustment that exceeds the balance shows the shortfall and keeps the input", async () => {
  const funds = { available: "1.00", needed: "900.00", currency: "USD" };
  serve({ [PROPOSE]: () => refusal(409, "insufficient_funds", "Not enough.", { funds }) });
  propose();
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Not enough. Available: 1.00 USD. Needed: 900.00 USD.",
  );
  expect(screen.getByLabelText("Reason")).toHaveProperty("value", "Paid twice");
});

test("An adjustment above the limit shows the limit", async () => {
  const limit = { amount: "500.00", currency: "USD" };
  serve({ [PROPOSE]: () => refusal(422, "over_limit", "Too much.", { limit }) });
  propose();
  expect((await screen.findByRole("alert")).textContent).toMatch(/Too much\..*\$500\.00/);
});

test("An adjustment without a response is shown as processing; a retry keeps its key", async () => {
  vi.useFakeTimers();
  const lost = [() => refusal(503, "overloaded", "Busy.")];
  const sent = serve({
    [PROPOSE]: () => (lost.shift() ?? (() => Response.json(correction, { status: 201 })))(),
  });
  propose();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText(/it won’t be proposed twice/)).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(toastText()).toBe("success: Adjustment proposed");
  expect(new Set(requestsOf(sent, PROPOSE).map((request) => request.idempotencyKey)).size).toBe(1);
  expect(requestsOf(sent, PROPOSE)).toHaveLength(2);
});

test("An adjustment by another operator is approved only once, at the revision shown", async () => {
  const sent = serve({ [READ]: correction, [APPROVE]: { ...correction, status: "approved" } });
  openOne();
  await screen.findByText("CASE-7");
  press("Approve", 2);
  await waitFor(() => expect(toastText()).toBe("success: Adjustment approved"));
  expect(requestsOf(sent, APPROVE).map(({ body }) => body)).toEqual([{ revision: 2 }]);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("An adjustment that would overdraw the account cannot be approved", async () => {
  const effect = { before: "10.00", after: "-15.00", possible: false };
  serve({ [READ]: { ...correction, direction: "debit", effect } });
  openOne();
  expect(await screen.findByText(/can’t be approved now/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Approve" })).toHaveProperty("disabled", true);
});

test("Rejecting an adjustment requires a reason, and pressing Back sends nothing", async () => {
  const sent = serve({ [READ]: correction, [REFUSE]: { ...correction, status: "refused" } });
  openOne();
  await screen.findByText("CASE-7");
  press("Reject");
  press("Reject");
  expect(screen.getByRole("alert").textContent).toBe("Give a short reason.");
  press("Back");
  expect(screen.getByRole("button", { name: "Approve" })).toBeTruthy();
  press("Reject");
  fill("Rejection reason", " Wrong card ");
  press("Reject", 2);
  await waitFor(() => expect(toastText()).toBe("success: Adjustment rejected"));
  expect(requestsOf(sent, REFUSE).map(({ body }) => body)).toEqual([
    { revision: 2, note: "Wrong card" },
  ]);
});

test("A decision on an adjustment is not shown as failed if it got no response", async () => {
  serve({ [READ]: correction, [APPROVE]: () => refusal(503, "overloaded", "Busy.") });
  openOne();
  await screen.findByText("CASE-7");
  press("Approve");
  expect((await screen.findByRole("alert")).textContent).toContain("the money won’t move twice");
});

test("A decision on an outdated adjustment shows why the decision was rejected", async () => {
  serve({ [READ]: correction, [APPROVE]: () => refusal(409, "changed", "It was changed.") });
  openOne();
  await screen.findByText("CASE-7");
  press("Approve");
  expect((await screen.findByRole("alert")).textContent).toBe("It was changed.");
  expect(onClose).not.toHaveBeenCalled();
});

test("An operator can withdraw their own adjustment but cannot approve it", async () => {
  signIn("administrator");
  const sent = serve({
    [READ]: { ...correction, mine: true },
    [WITHDRAW]: { ...correction, status: "withdrawn" },
  });
  openOne();
  await screen.findByText("You proposed this. Someone else has to approve it.");
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  press("Withdraw", 2);
  await waitFor(() => expect(toastText()).toBe("success: Adjustment withdrawn"));
  expect(requestsOf(sent, WITHDRAW).map(({ body }) => body)).toEqual([{ revision: 2 }]);
});

test("An operator can edit their adjustment's latest revision but not its account", async () => {
  signIn("support");
  const sent = serve({ [READ]: { ...correction, mine: true }, [REVISE]: correction });
  openOne();
  await screen.findByText("CASE-7");
  press("Change");
  expect(screen.queryByLabelText("Account or card")).toBeNull();
  fill("Amount in USD", "30");
  press("Save the change");
  await waitFor(() =>
    expect(requestsOf(sent, REVISE).map(({ body }) => body)).toEqual([
      {
        revision: 2,
        direction: "credit",
        amount: "30",
        reason: "Fee returned",
        reference: "CASE-7",
      },
    ]),
  );
});

test("A support operator cannot decide adjustments; a decided one has no actions", async () => {
  signIn("support");
  serve({ [READ]: correction });
  openOne();
  await screen.findByText("CASE-7");
  const sheet = screen.getByRole("dialog");
  expect(within(sheet).queryByRole("button", { name: "Approve" })).toBeNull();
});

test("An adjustment that fails to load shows the reason and can be reloaded", async () => {
  const answers = [() => refusal(403, "forbidden", "Not allowed.")];
  serve({ [READ]: () => (answers.shift() ?? (() => Response.json(correction)))() });
  openOne();
  expect((await screen.findByRole("alert")).textContent).toBe("Not allowed.");
  press("Try again");
  expect(await screen.findByText("CASE-7")).toBeTruthy();
});

test("The adjustment inbox lists pending adjustments or says that there are none", async () => {
  const sent = serve({ [LIST]: { data: [], nextCursor: null, waiting: 0 } });
  show(<CorrectionInbox />);
  expect(await screen.findByText("No adjustments to decide.")).toBeTruthy();
  press("Waiting");
  expect(await screen.findByText("No adjustments yet.")).toBeTruthy();
  expect(requestsOf(sent, LIST).map(({ query }) => query)).toEqual(["status=waiting", ""]);
});

test("An adjustment inbox that fails to load is not shown as empty", async () => {
  serve({ [LIST]: () => refusal(500, "internal", "Broken.") });
  show(<CorrectionInbox />);
  expect((await screen.findByRole("alert")).textContent).toBe("Couldn’t load the adjustments.");
  expect(screen.queryByText("No adjustments to decide.")).toBeNull();
});
