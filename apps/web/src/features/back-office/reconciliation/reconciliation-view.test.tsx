// @vitest-environment jsdom
import type {
  BreakDetail as Detail,
  Reconciliation,
} from "@tessera/contract/money-movement/reconciliation.schemas";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
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
import { BreakDetail } from "./break-detail.tsx";
import { BreakList } from "./break-list.tsx";
import { SourcesPanel } from "./sources-panel.tsx";

const AT = "2026-11-27T08:00:00.000Z";
const BREAK: Detail = {
  id: "brk_1",
  source: "bank",
  kind: "missing_in_ledger",
  subject: "ben_1",
  asset: "EUR",
  ledger: null,
  outside: "50.00",
  difference: "50.00",
  reason: "unmatched",
  state: "open",
  age: "week",
  occurredAt: AT,
  firstSeenAt: AT,
  lastSeenAt: AT,
  assignedTo: null,
  explanation: null,
  explainedBy: null,
  resolvedAt: null,
  ledgerLines: [],
  outsideLines: [{ ref: "ben_1", asset: "EUR", amount: "50.00", at: AT }],
  history: [{ event: "found", actor: null, note: null, at: AT }],
};
const RUN: NonNullable<Reconciliation["sources"][number]["lastRun"]> = {
  state: "completed",
  requestedBy: null,
  requestedAt: AT,
  from: AT,
  to: AT,
  compared: 40,
  found: 1,
  closed: 0,
  fault: null,
  endedAt: AT,
};
const NO_AGES = ["day", "three_days", "week", "older"].map((age) => ({ age, count: 0 }));
const SOURCE = {
  ...{ source: "bank", provider: "bank statements", lastRun: RUN, completedAt: AT },
  ...{ open: NO_AGES, explained: 0 },
};
const SOURCES = "GET /api/admin/reconciliation";
const LIST = "GET /api/admin/reconciliation/breaks";
const READ = "GET /api/admin/reconciliation/breaks/brk_1";
const ASSIGN = "POST /api/admin/reconciliation/breaks/brk_1/assign";
const EXPLAIN = "POST /api/admin/reconciliation/breaks/brk_1/explain";
const START = "POST /api/admin/reconciliation/runs";

beforeEach(() => {
  stubMedia();
  signIn("reviewer");
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

test("A break shows both sides, what is known about it, and its history", async () => {
  serve({ [READ]: () => Response.json(BREAK) });
  show(<BreakDetail id="brk_1" canDecide={false} />);
  expect(await screen.findByText("Nobody could be credited with it.")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Bank statement" })).toBeTruthy();
  expect(screen.getByText("ben_1")).toBeTruthy();
  expect(screen.getByText("Found")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save explanation" })).toBeNull();
});

test("A break is explained with a text, which is required, and assigned to oneself", async () => {
  const sent = serve({
    [READ]: () => Response.json(BREAK),
    [EXPLAIN]: () => Response.json({ ...BREAK, state: "explained", explanation: "Known" }),
    [ASSIGN]: () => Response.json(BREAK),
  });
  show(<BreakDetail id="brk_1" canDecide />);
  fireEvent.click(await screen.findByRole("button", { name: "Save explanation" }));
  expect(await screen.findByText("This field is required.")).toBeTruthy();
  expect(requestsOf(sent, EXPLAIN)).toEqual([]);
  fireEvent.change(screen.getByLabelText("Explanation"), { target: { value: "Known" } });
  fireEvent.click(screen.getByRole("button", { name: "Save explanation" }));
  await waitFor(() => expect(toastText()).toContain("Explanation saved"));
  expect(requestsOf(sent, EXPLAIN)).toMatchObject([{ body: { explanation: "Known" } }]);
  fireEvent.change(screen.getByLabelText("Operator’s username"), { target: { value: "rita" } });
  fireEvent.click(screen.getByRole("button", { name: "Assign" }));
  await waitFor(() => expect(toastText()).toContain("Assignment saved"));
  expect(requestsOf(sent, ASSIGN)).toMatchObject([{ body: { assignee: "rita" } }]);
});

test("A missing break is shown differently from a load failure", async () => {
  serve({ [READ]: () => refusal(404, "not_found", "Not found.") });
  show(<BreakDetail id="brk_1" canDecide />);
  expect(await screen.findByText("This break doesn’t exist.")).toBeTruthy();
});

test("The list asks for what is filtered, and says if there is nothing or a failure", async () => {
  const page = { data: [{ ...BREAK, cell: 2 }], nextCursor: null, cells: { unavailable: [3] } };
  const sent = serve({ [LIST]: () => Response.json(page) });
  const onSearch = vi.fn();
  show(<BreakList search={{ tab: "bank", age: "week" }} onSearch={onSearch} />);
  expect(await screen.findByText("Cell 2 · Banks · 3 to 7 days")).toBeTruthy();
  expect(screen.getByText(/^Cell 3 did not respond/)).toBeTruthy();
  const query = new URLSearchParams(requestsOf(sent, LIST)[0]?.query);
  expect(Object.fromEntries(query)).toMatchObject({ source: "bank", age: "week", state: "open" });
  fireEvent.click(screen.getByRole("button", { name: "3 to 7 days" }));
  expect(onSearch).toHaveBeenLastCalledWith({ age: undefined });
  fireEvent.click(screen.getByRole("button", { name: "Mine" }));
  expect(onSearch).toHaveBeenLastCalledWith({ state: "mine" });
  cleanup();
  serve({ [LIST]: () => Response.json({ data: [], nextCursor: null }) });
  show(<BreakList search={{}} onSearch={onSearch} />);
  expect(await screen.findByText("There are no such breaks.")).toBeTruthy();
});

test("A comparison that is running shows its progress; a failed one closed nothing", async () => {
  const running = { ...RUN, state: "running", compared: 12, endedAt: null };
  const failed = { ...RUN, state: "failed", fault: "source_unavailable" };
  const sources = [
    { ...SOURCE, lastRun: running },
    { ...SOURCE, source: "chain", lastRun: failed },
    { ...SOURCE, source: "card_network", provider: null, lastRun: null },
  ];
  serve({ [SOURCES]: () => Response.json({ sources }) });
  show(<SourcesPanel canDecide />);
  expect(await screen.findByText("12 items compared")).toBeTruthy();
  expect(screen.getByText(/Nothing was closed/)).toBeTruthy();
  expect(screen.getByText("No provider is configured")).toBeTruthy();
  expect(screen.getByRole("button", { busy: true })).toBeTruthy();
});

test("An operator compares now; an auditor cannot", async () => {
  const sent = serve({
    [SOURCES]: () => Response.json({ sources: [SOURCE] }),
    [START]: () => Response.json({ sources: [SOURCE] }),
  });
  show(<SourcesPanel canDecide />);
  fireEvent.click(await screen.findByRole("button", { name: "Compare now" }));
  await waitFor(() => expect(requestsOf(sent, START)).toHaveLength(1));
  cleanup();
  show(<SourcesPanel canDecide={false} />);
  expect(await screen.findByText("Banks")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Compare now" })).toBeNull();
});
