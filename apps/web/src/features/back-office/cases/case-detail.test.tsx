// @vitest-environment jsdom
import type { CaseDetail as Detail } from "@tessera/contract/back-office/reviews.schemas";
import { MAX_FILE_BYTES } from "@tessera/contract/files";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession } from "../../../lib/session/session-store.ts";
import { later, refusal, requestsOf, serve, show, signIn, stubMedia } from "../../../test-page.tsx";
import { CaseDetail } from "./case-detail.tsx";
import { ReviewCount } from "./review-count.tsx";

const detail: Detail = {
  id: "rev_1",
  kind: "withdrawal",
  status: "open",
  turn: "us",
  reasons: ["new_address", "moon_phase"],
  missing: [],
  dueAt: "2026-11-25T08:00:00.000Z",
  label: "USDT · Tron",
  amount: "500.00",
  currency: "USD",
  at: "2026-11-20T08:00:00.000Z",
  revision: 3,
  subjectId: "wdr_1",
  asked: [],
  askedNote: null,
  reason: null,
  decidedAt: null,
  canWithdraw: true,
  appealUntil: null,
  appealed: false,
  documents: [],
  steps: [{ act: "opened", by: "system", at: "2026-11-20T08:00:00.000Z", note: null }],
};
const WITHDRAW = "POST /api/reviews/rev_1/withdraw";
const APPEAL = "POST /api/reviews/rev_1/appeal";
const ANSWER = "POST /api/reviews/rev_1/answer";
const FILE = "GET /api/review-documents/doc_1";

beforeEach(() => {
  stubMedia();
  signIn("customer");
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

const showCase = (changes: Partial<Detail> = {}) =>
  show(<CaseDetail detail={{ ...detail, ...changes }} />);

test.each([
  [{ status: "in_review" }, /We’re reviewing this/],
  [{ status: "waiting_customer" }, /your reply by .*the held money is released/],
  [{ status: "waiting_customer", kind: "profile_change" }, /your reply by .*nothing changes/],
  [{ status: "approved" }, /approved and carried out/],
  [
    { status: "rejected", reason: "Too new." },
    /not approved\. The held money is released\.Too new/,
  ],
  [{ status: "rejected", kind: "factor_reset" }, /not approved\. Nothing has changed/],
  [{ status: "expired" }, /has ended\. The held money is released/],
  [{ status: "withdrawn", kind: "profile_change" }, /has ended\. Nothing has changed/],
] as const)("A case with %o shows who has to act next", (changes, words) => {
  serve({});
  showCase(changes);
  expect(document.body.textContent).toMatch(words);
});

test("A known reason is shown with its own text, an unknown one with generic text", () => {
  serve({});
  showCase();
  const reasons = screen.getByText("The address is new.").closest("ul");
  expect(reasons?.textContent).toContain("Something about this is unusual.");
});

test("Withdrawing a request requires confirmation, then closes the dialog", async () => {
  const sent = serve({ [WITHDRAW]: { ...detail, status: "withdrawn" } });
  showCase();
  fireEvent.click(screen.getByRole("button", { name: "Withdraw request" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("The held money is released immediately.");
  expect(requestsOf(sent, WITHDRAW)).toHaveLength(0);
  fireEvent.click(within(dialog).getByRole("button", { name: "Withdraw request" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(requestsOf(sent, WITHDRAW)).toHaveLength(1);
});

test("If withdrawing a request is rejected, the dialog stays open and shows why", async () => {
  serve({ [WITHDRAW]: () => refusal(409, "case_decided", "It was decided.") });
  showCase({ kind: "deposit" });
  fireEvent.click(screen.getByRole("button", { name: "Withdraw request" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("The payment is returned to its sender.");
  fireEvent.click(within(dialog).getByRole("button", { name: "Withdraw request" }));
  expect((await within(dialog).findByRole("alert")).textContent).toBe("It was decided.");
});

test("A case that cannot be withdrawn or appealed offers neither action", () => {
  serve({});
  showCase({ canWithdraw: false });
  expect(screen.queryByRole("button", { name: "Withdraw request" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Appeal" })).toBeNull();
});

test("An appeal requires text, which is sent; a rejected appeal shows the reason", async () => {
  const answers = [
    () => refusal(409, "appeal_too_late", "It is too late."),
    () => Response.json({ ...detail, status: "open" }),
  ];
  const sent = serve({ [APPEAL]: () => (answers.shift() ?? (() => Response.error()))() });
  showCase({ status: "rejected", canWithdraw: false, appealUntil: "2026-12-01T08:00:00.000Z" });
  fireEvent.click(screen.getByRole("button", { name: "Appeal" }));
  const sheet = await screen.findByRole("dialog");
  const send = within(sheet).getByRole("button", { name: "Send appeal" });
  const text = within(sheet).getByLabelText("Why it should be approved");
  fireEvent.change(text, { target: { value: "  " } });
  expect(send).toHaveProperty("disabled", true);
  fireEvent.change(text, { target: { value: "It is my own address." } });
  fireEvent.click(send);
  expect((await within(sheet).findByRole("alert")).textContent).toBe("It is too late.");
  fireEvent.click(within(sheet).getByRole("button", { name: "Send appeal" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(requestsOf(sent, APPEAL).map(({ body }) => body)).toEqual([
    { text: "It is my own address." },
    { text: "It is my own address." },
  ]);
});

test("A customer can write and send an explanation that was requested from them", async () => {
  const sent = serve({ [ANSWER]: detail });
  showCase({
    status: "waiting_customer",
    turn: "you",
    missing: ["explanation"],
    askedNote: "What is it for?",
  });
  expect(screen.getByText("What is it for?")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Send answer" })).toHaveProperty("disabled", true);
  fireEvent.change(screen.getByLabelText("Explanation"), { target: { value: "Rent." } });
  fireEvent.click(screen.getByRole("button", { name: "Send answer" }));
  await waitFor(() =>
    expect(requestsOf(sent, ANSWER).map(({ body }) => body)).toEqual([{ text: "Rent." }]),
  );
});

test("If an explanation is rejected, its field shows the reason", async () => {
  serve({ [ANSWER]: () => refusal(403, "forbidden", "Not allowed.") });
  showCase({ status: "waiting_customer", turn: "you", missing: ["explanation"] });
  fireEvent.change(screen.getByLabelText("Explanation"), { target: { value: "Rent." } });
  fireEvent.click(screen.getByRole("button", { name: "Send answer" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Not allowed.");
  expect(screen.getByLabelText("Explanation").getAttribute("aria-invalid")).toBe("true");
});

/** Replaces the browser's upload so that a test can control its progress and response. */
class FakeUpload {
  static readonly all: FakeUpload[] = [];
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  status = 0;
  responseText = "";
  opened = "";
  sent: unknown;
  constructor() {
    FakeUpload.all.push(this);
  }
  open(method: string, url: string): void {
    this.opened = `${method} ${url}`;
  }
  setRequestHeader(): void {}
  send(body: unknown): void {
    this.sent = body;
  }
}

function chooseFile(file: File): void {
  fireEvent.change(screen.getByLabelText("Identity document"), { target: { files: [file] } });
}

function showMissingFile(): void {
  FakeUpload.all.length = 0;
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  serve({});
  showCase({ status: "waiting_customer", turn: "you", missing: ["identity"] });
}

test("A chosen file uploads right away and shows its progress; its name is shortened", async () => {
  showMissingFile();
  const file = new File(["x"], `${"a".repeat(150)}.png`, { type: "image/png" });
  chooseFile(file);
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  const [upload] = FakeUpload.all;
  const name = encodeURIComponent(file.name.slice(-120));
  expect(upload?.opened).toContain(`POST /api/reviews/rev_1/documents?item=identity&name=${name}`);
  expect(upload?.sent).toBe(file);
  upload?.upload.onprogress?.({ loaded: 1, total: 4 });
  expect(await screen.findByText("Sending 25%")).toBeTruthy();
  expect(screen.getByLabelText("Identity document")).toHaveProperty("disabled", true);
  Object.assign(upload ?? {}, { status: 201, responseText: "{}" });
  upload?.onload?.();
  expect(await screen.findByText("Choose a file")).toBeTruthy();
});

test("A file that is too large is rejected before it is uploaded", async () => {
  showMissingFile();
  const file = new File([""], "scan.pdf", { type: "application/pdf" });
  Object.defineProperty(file, "size", { value: MAX_FILE_BYTES + 1 });
  chooseFile(file);
  expect((await screen.findByRole("alert")).textContent).toContain("larger than 5 MB");
  expect(FakeUpload.all).toHaveLength(0);
});

test("A file that the server rejects shows the reason and can be chosen again", async () => {
  showMissingFile();
  chooseFile(new File(["x"], "scan.pdf", { type: "application/pdf" }));
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  const refused = { code: "file_type", message: "This is no PDF." };
  Object.assign(FakeUpload.all[0] ?? {}, { status: 422, responseText: JSON.stringify(refused) });
  FakeUpload.all[0]?.onload?.();
  expect((await screen.findByRole("alert")).textContent).toBe("This is no PDF.");
  expect(screen.getByLabelText("Identity document")).toHaveProperty("disabled", false);
});

test("If a case document cannot be opened, the reason is shown", async () => {
  const document = {
    id: "doc_1",
    item: "invoice",
    name: "invoice.pdf",
    type: "application/pdf",
    bytes: 2_048,
    at: "2026-11-20T08:00:00.000Z",
  } as const;
  const sent = serve({ [FILE]: () => refusal(403, "forbidden", "Not allowed.") });
  showCase({ documents: [document] });
  const row = screen.getByRole("button", { name: /invoice\.pdf/ });
  expect(row.textContent).toContain("Invoice or contract · 2 kB");
  fireEvent.click(row);
  expect((await screen.findByRole("alert")).textContent).toBe("Not allowed.");
  expect(requestsOf(sent, FILE)).toHaveLength(1);
});

test("The number of reviews waiting for the customer appears once it has loaded", async () => {
  const answer = later<Response>();
  serve({ "GET /api/reviews": () => answer.promise });
  show(<ReviewCount />);
  expect(screen.queryByText(/waiting/)).toBeNull();
  answer.settle(Response.json({ data: [detail, detail], nextCursor: null }));
  expect(await screen.findByText("2 waiting")).toBeTruthy();
});

test("The review count is hidden if no review is waiting or the request failed", async () => {
  const sent = serve({ "GET /api/reviews": () => refusal(500, "internal", "Broken.") });
  show(<ReviewCount brief />);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByText(/waiting/)).toBeNull();
});
