// @vitest-environment jsdom
import type { OperatorCaseDetail } from "@tessera/contract/back-office/reviews.schemas";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession } from "../../../../lib/session/session-store.ts";
import { refusal, requestsOf, serve, show, signIn, stubMedia } from "../../../../test-page.tsx";
import { NoteForm } from "./note-form.tsx";
import { OperatorBar } from "./operator-bar.tsx";
import { OperatorDetail } from "./operator-detail.tsx";
import { queueFiltersOf } from "./operator-reviews.queries.ts";
import { OperatorStatus } from "./operator-status.tsx";

const detail: OperatorCaseDetail = {
  id: "rev_1",
  kind: "withdrawal",
  status: "in_review",
  turn: "us",
  reasons: [],
  missing: [],
  dueAt: null,
  label: null,
  amount: "500.00",
  currency: "USD",
  at: "2026-11-20T08:00:00.000Z",
  revision: 3,
  customer: { id: "cus_1", username: "mira" },
  needsTwo: false,
  approvals: [],
  assignee: null,
  overdue: false,
  appealed: false,
  subjectId: "wdr_1",
  asked: [],
  askedNote: null,
  reason: null,
  decidedBy: null,
  decidedAt: null,
  changedBy: "mira",
  changedAt: "2026-11-20T08:00:00.000Z",
  facts: [],
  documents: [],
  steps: [],
  canDecide: true,
};
const CASE = "/api/admin/reviews/rev_1";
const APPROVE = `POST ${CASE}/approve`;
const REJECT = `POST ${CASE}/reject`;
const ASK = `POST ${CASE}/ask`;
const NOTE = `POST ${CASE}/notes`;
const changed = { by: "dana", at: "2026-11-20T09:00:00.000Z", to: "rejected" };

beforeEach(() => {
  stubMedia();
  signIn("reviewer", "reader");
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

const showBar = (changes: Partial<OperatorCaseDetail> = {}) =>
  show(<OperatorBar detail={{ ...detail, ...changes }} username="reader" />);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("Pressing Approve twice approves a case only once, at the revision shown", async () => {
  const sent = serve({ [APPROVE]: detail });
  showBar();
  press("Approve");
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("Withdrawal $500.00 · mira");
  expect(dialog.textContent).toContain("takes effect immediately");
  const approve = within(dialog).getByRole("button", { name: "Approve" });
  fireEvent.click(approve);
  fireEvent.click(approve);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(requestsOf(sent, APPROVE).map(({ body }) => body)).toEqual([{ revision: 3 }]);
});

test("The first of two required approvals says that nothing happens yet", async () => {
  serve({});
  showBar({ needsTwo: true });
  press("Approve");
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("Approve as the first of two?");
  expect(dialog.textContent).toContain("someone else has to approve exactly what you see now");
});

test("If another operator acted first, the dialog closes and an alert names them", async () => {
  serve({ [APPROVE]: () => refusal(409, "case_decided", "Already decided.", { changed }) });
  showBar();
  press("Approve");
  const dialog = await screen.findByRole("alertdialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Approve" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  const said = screen.getByRole("alert").textContent;
  expect(said).toContain("Already decided.");
  expect(said).toContain("dana · Not approved");
  expect(said).toContain("You now see the latest version.");
});

test("A rejection for any other reason is shown in the approval dialog", async () => {
  serve({ [APPROVE]: () => refusal(403, "forbidden", "Not allowed.") });
  showBar();
  press("Approve");
  const dialog = await screen.findByRole("alertdialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Approve" }));
  expect((await within(dialog).findByRole("alert")).textContent).toBe("Not allowed.");
});

test("A rejection requires a reason, which is trimmed and sent on one line", async () => {
  const sent = serve({ [REJECT]: detail });
  showBar();
  press("Reject");
  const sheet = await screen.findByRole("dialog");
  const reject = within(sheet).getByRole("button", { name: "Reject" });
  expect(reject).toHaveProperty("disabled", true);
  fireEvent.change(within(sheet).getByLabelText("Reason"), { target: { value: " Not\nyours " } });
  fireEvent.click(reject);
  fireEvent.click(reject);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(requestsOf(sent, REJECT).map(({ body }) => body)).toEqual([
    { revision: 3, reason: "Not yours" },
  ]);
});

test("A request to the customer must name an item, and an empty note is not sent", async () => {
  const sent = serve({ [ASK]: detail });
  showBar();
  press("Ask");
  const sheet = await screen.findByRole("dialog");
  const ask = within(sheet).getByRole("button", { name: "Ask and pause the clock" });
  expect(ask).toHaveProperty("disabled", true);
  fireEvent.click(within(sheet).getByRole("checkbox", { name: "Source of funds" }));
  fireEvent.click(within(sheet).getByRole("checkbox", { name: "Explanation" }));
  fireEvent.click(within(sheet).getByRole("checkbox", { name: "Source of funds" }));
  fireEvent.change(within(sheet).getByLabelText("Time to reply"), { target: { value: "14" } });
  fireEvent.click(ask);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(requestsOf(sent, ASK).map(({ body }) => body)).toEqual([
    { revision: 3, items: ["explanation"], days: 14 },
  ]);
});

test("An operator can take over a case from its assignee", async () => {
  const sent = serve({ [`POST ${CASE}/assign`]: detail, [`POST ${CASE}/unassign`]: detail });
  showBar();
  press("Take over");
  await waitFor(() => expect(sent.map(({ call }) => call)).toEqual([`POST ${CASE}/assign`]));
});

test("An operator can return their own case to the queue", async () => {
  const sent = serve({ [`POST ${CASE}/unassign`]: detail });
  showBar({ assignee: "reader" });
  press("Return to queue");
  await waitFor(() => expect(sent.map(({ call }) => call)).toEqual([`POST ${CASE}/unassign`]));
});

test("An operator who cannot decide sees disabled buttons and has no keyboard shortcuts", () => {
  serve({});
  showBar({ canDecide: false });
  expect(screen.getByRole("button", { name: "Approve" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("button", { name: "Reject" })).toHaveProperty("disabled", true);
  fireEvent.keyDown(document.body, { key: "a" });
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("A closed case has no action bar", () => {
  serve({});
  showBar({ turn: null, status: "approved" });
  expect(screen.queryByRole("button")).toBeNull();
});

test("The keys a and r open the approve and reject dialogs except while typing", async () => {
  serve({});
  show(
    <>
      <input aria-label="Search" />
      <OperatorBar detail={detail} username="reader" />
    </>,
  );
  fireEvent.keyDown(screen.getByLabelText("Search"), { key: "a" });
  fireEvent.keyDown(document.body, { key: "a", ctrlKey: true });
  expect(screen.queryByRole("alertdialog")).toBeNull();
  fireEvent.keyDown(document.body, { key: "a" });
  expect(await screen.findByRole("alertdialog")).toBeTruthy();
  // Only one dialog can be open at a time.
  fireEvent.keyDown(document.body, { key: "r" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("A case note keeps its idempotency key until saved; the next note gets another", async () => {
  const answers = [() => refusal(503, "overloaded", "Busy."), () => Response.json(detail)];
  const sent = serve({ [NOTE]: () => (answers.shift() ?? (() => Response.json(detail)))() });
  show(<NoteForm detail={detail} />);
  const write = async (text: string, count: number) => {
    fireEvent.change(screen.getByLabelText("Internal note"), { target: { value: text } });
    press("Add note");
    await waitFor(() => expect(requestsOf(sent, NOTE)).toHaveLength(count));
  };
  await write("Called.", 1);
  expect((await screen.findByRole("alert")).textContent).toBe("Busy.");
  await write("Called.", 2);
  await waitFor(() => expect(screen.getByLabelText("Internal note")).toHaveProperty("value", ""));
  await write("Called again.", 3);
  const keys = requestsOf(sent, NOTE).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[1]);
  expect(requestsOf(sent, NOTE).map(({ body }) => body)).toEqual([
    { text: "Called." },
    { text: "Called." },
    { text: "Called again." },
  ]);
});

test("Documents are hidden from operators who lack permission to read them", () => {
  serve({});
  const documents: OperatorCaseDetail["documents"] = [
    {
      id: "doc_1",
      item: "invoice",
      name: "invoice.pdf",
      type: "application/pdf",
      bytes: 2_048,
      at: "2026-11-20T08:00:00.000Z",
    },
  ];
  show(
    <OperatorDetail detail={{ ...detail, documents }} canAct={false} canReadDocuments={false} />,
  );
  expect(screen.getByText("Only reviewers and auditors can open documents.")).toBeTruthy();
  expect(screen.queryByText("invoice.pdf")).toBeNull();
  expect(screen.queryByLabelText("Internal note")).toBeNull();
});

test.each([
  [{ needsTwo: true }, "Two people have to approve the same revision."],
  [
    { needsTwo: true, approvals: [{ by: "dana", at: detail.at }] },
    "dana approved this revision. Someone else has to approve it too.",
  ],
  [{ appealed: true }, "Appealed. The operator who rejected it can’t decide the appeal."],
  [{ turn: null, decidedBy: "dana" }, "Decided by dana."],
  [{ missing: ["identity", "invoice"] }, /Missing: Identity document, Invoice or contract/],
] as const)("A case with %o explains why some actions are unavailable", (changes, words) => {
  serve({});
  const one = { ...detail, ...changes } as OperatorCaseDetail;
  show(<OperatorDetail detail={one} canAct canReadDocuments />);
  expect(screen.getByText(words)).toBeTruthy();
});

test.each([
  [{ status: "open" }, "New"],
  [{ status: "in_review" }, "In review"],
  [{ approvals: [{ by: "dana", at: detail.at }] }, "1 of 2 approvals"],
  [{ status: "waiting_customer", turn: "you" }, "With customer"],
  [{ status: "rejected", turn: null }, "Not approved"],
] as const)("A case with %o is shown as %s in the queue", (changes, words) => {
  show(<OperatorStatus review={{ ...detail, ...changes } as OperatorCaseDetail} />);
  expect(screen.getByText(words)).toBeTruthy();
});

test("Unknown URL filters are ignored; the held-payments queue defaults to waiting ones", () => {
  expect(queueFiltersOf({})).toEqual({
    kind: undefined,
    stage: "todo",
    assigned: undefined,
    overdue: undefined,
  });
  expect(queueFiltersOf({ kind: "payment" }).stage).toBe("waiting");
  expect(queueFiltersOf({ kind: "payment", stage: "done" }).stage).toBe("done");
  expect(queueFiltersOf({ kind: "x", stage: "x", assigned: "x", overdue: "x" })).toEqual(
    queueFiltersOf({}),
  );
  expect(queueFiltersOf({ overdue: "true", assigned: "me" })).toMatchObject({
    overdue: "true",
    assigned: "me",
  });
});
