// @vitest-environment jsdom
import type { CustomerSummary } from "@tessera/contract/back-office/customers.schemas";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession } from "../../../lib/session/session-store.ts";
import { refusal, requestsOf, serve, show, signIn, stubMedia } from "../../../test-page.tsx";
import { CustomerList } from "./customer-list.tsx";
import { CustomerNotes } from "./notes.tsx";

const customer: CustomerSummary = {
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
};
const LIST = "GET /api/admin/customers";
const NOTES = "GET /api/admin/customers/cus_1/notes";
const ADD = "POST /api/admin/customers/cus_1/notes";
const onSearch = vi.fn();

beforeEach(() => {
  onSearch.mockReset();
  // A narrow window, so that rows are shown instead of a table.
  stubMedia(false);
  signIn("support");
});
afterEach(() => {
  clearSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const page = (...data: readonly object[]) => ({ data, nextCursor: null });

test("The customer list applies the URL's search and status, trimmed and validated", async () => {
  const sent = serve({ [LIST]: page(customer) });
  show(<CustomerList search={{ q: "  mira ", status: "suspended" }} onSearch={onSearch} />);
  show(<CustomerList search={{ q: " ", status: "sleepy" }} onSearch={onSearch} />);
  await waitFor(() => expect(requestsOf(sent, LIST)).toHaveLength(2));
  expect(sent.map(({ query }) => query)).toEqual(["q=mira&status=suspended", ""]);
});

test("A row in the customer list shows anything unusual about the customer", async () => {
  serve({
    [LIST]: page(
      customer,
      { ...customer, id: "cus_2", username: "sol", status: "suspended" },
      { ...customer, id: "cus_3", username: "tam", stoppedAt: "2026-11-20T08:00:00.000Z" },
      { ...customer, id: "cus_4", username: "uma", closing: "closed" },
    ),
  });
  show(<CustomerList search={{}} onSearch={onSearch} />);
  expect(screen.getByRole("status").textContent).toBe("Loading");
  const rows = await screen.findAllByRole("link");
  const has = (row: number, words: string) => rows[row]?.textContent?.includes(words);
  expect(rows).toHaveLength(4);
  expect(has(0, "Suspended")).toBe(false);
  expect(has(1, "Suspended")).toBe(true);
  expect(has(2, "On security hold")).toBe(true);
  expect(has(3, "Closed")).toBe(true);
});

test("A customer search without results is shown differently from a load failure", async () => {
  let failing = true;
  serve({
    [LIST]: () => (failing ? refusal(403, "forbidden", "Not allowed.") : Response.json(page())),
  });
  show(<CustomerList search={{ q: "x" }} onSearch={onSearch} />);
  expect((await screen.findByRole("alert")).textContent).toBe("Couldn’t load the customers.");
  failing = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/No customer found/)).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("A customer search is sent once typing pauses; clearing it takes effect right away", () => {
  vi.useFakeTimers();
  serve({ [LIST]: page() });
  show(<CustomerList search={{}} onSearch={onSearch} />);
  const field = screen.getByLabelText("Find a customer");
  fireEvent.change(field, { target: { value: "mi" } });
  act(() => vi.advanceTimersByTime(150));
  fireEvent.change(field, { target: { value: "mira " } });
  act(() => vi.advanceTimersByTime(150));
  expect(onSearch).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(50));
  expect(onSearch.mock.calls).toEqual([[{ q: "mira" }]]);
  fireEvent.click(screen.getByRole("button", { name: "Clear search" }));
  act(() => vi.advanceTimersByTime(0));
  expect(onSearch.mock.lastCall).toEqual([{ q: undefined }]);
});

test("Pressing a customer list filter a second time clears it", () => {
  serve({ [LIST]: page() });
  show(<CustomerList search={{ status: "closed" }} onSearch={onSearch} />);
  fireEvent.click(screen.getByRole("button", { name: "Closed" }));
  fireEvent.click(screen.getByRole("button", { name: "On security hold" }));
  expect(onSearch.mock.calls).toEqual([[{ status: undefined }], [{ status: "stopped" }]]);
});

const note = { id: "note_1", text: "Called.", author: "dana", createdAt: customer.createdAt };

test("Pressing the button twice saves a customer note once and reloads the notes", async () => {
  const sent = serve({ [NOTES]: page(note), [ADD]: () => Response.json(note, { status: 201 }) });
  show(<CustomerNotes customerId="cus_1" />);
  expect(await screen.findByText("Called.")).toBeTruthy();
  const save = screen.getByRole("button", { name: "Save note" });
  expect(save).toHaveProperty("disabled", true);
  fireEvent.change(screen.getByLabelText("New note"), { target: { value: " Wrote back. " } });
  fireEvent.click(save);
  fireEvent.click(save);
  await waitFor(() => expect(screen.getByLabelText("New note")).toHaveProperty("value", ""));
  expect(requestsOf(sent, ADD).map(({ body }) => body)).toEqual([{ text: "Wrote back." }]);
  await waitFor(() => expect(requestsOf(sent, NOTES)).toHaveLength(2));
});

test("A note is retried with the same idempotency key if the response was lost", async () => {
  vi.useFakeTimers();
  const busy = Array.from({ length: 5 }, () => () => refusal(503, "overloaded", "Busy."));
  const sent = serve({
    [NOTES]: page(),
    [ADD]: () => (busy.shift() ?? (() => Response.json(note, { status: 201 })))(),
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  show(<CustomerNotes customerId="cus_1" />);
  await pass(50);
  expect(screen.getByText("No notes yet.")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("New note"), { target: { value: "Called." } });
  fireEvent.click(screen.getByRole("button", { name: "Save note" }));
  await pass(20_000);
  expect(screen.getByText(/The note may already be saved/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /^Check/ }));
  await pass(50);
  expect(screen.getByLabelText("New note")).toHaveProperty("value", "");
  expect(requestsOf(sent, ADD)).toHaveLength(6);
  expect(new Set(requestsOf(sent, ADD).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test("An auditor can read but not write notes about a customer", async () => {
  signIn("auditor");
  serve({ [NOTES]: page(note) });
  show(<CustomerNotes customerId="cus_1" />);
  expect(await screen.findByText("Called.")).toBeTruthy();
  expect(screen.queryByLabelText("New note")).toBeNull();
});

test("Notes that fail to load are not shown as an empty list", async () => {
  serve({ [NOTES]: () => refusal(500, "internal", "Broken.") });
  show(<CustomerNotes customerId="cus_1" />);
  expect((await screen.findByRole("alert")).textContent).toBe("Couldn’t load the notes.");
  expect(screen.queryByText("No notes yet.")).toBeNull();
});
