// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession } from "../../../lib/session/session-store.ts";
import { requestsOf, serve, show, signIn, stubMedia } from "../../../test-page.tsx";
import { CustomerList } from "./customer-list.tsx";
import { CustomerNotes } from "./notes.tsx";

const LIST = "GET /api/admin/customers";
const NOTES = "GET /api/admin/customers/cus_1/notes";
const customer = {
  ...{ id: "cus_1", username: "mira", email: "mira@example.com", locale: "en", status: "active" },
  ...{ createdAt: "2026-11-20T08:00:00.000Z", stoppedAt: null, cardCount: 1, closing: null },
};

beforeEach(() => {
  // A narrow window, so that rows are shown instead of a table.
  stubMedia(false);
  signIn("support");
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

test("A list names the cells that did not respond, and asks them again on request", async () => {
  let unavailable = [3, 2];
  serve({
    [LIST]: () => Response.json({ data: [customer], nextCursor: null, cells: { unavailable } }),
  });
  show(<CustomerList search={{}} onSearch={vi.fn()} />);
  expect(await screen.findByText(/^Cells 2, 3 did not respond/)).toBeTruthy();
  unavailable = [2];
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/^Cell 2 did not respond/)).toBeTruthy();
  unavailable = [];
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(screen.queryByText(/did not respond/)).toBeNull());
});

test("An empty list says that nothing was found only if all cells responded", async () => {
  let unavailable = [2];
  serve({ [LIST]: () => Response.json({ data: [], nextCursor: null, cells: { unavailable } }) });
  show(<CustomerList search={{}} onSearch={vi.fn()} />);
  expect(await screen.findByText(/^Cell 2 did not respond/)).toBeTruthy();
  expect(screen.queryByText(/^No customer found/)).toBeNull();
  unavailable = [];
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/^No customer found/)).toBeTruthy();
});

test("A customer of another cell opens with that cell in the address", async () => {
  const rows = [
    { ...customer, cell: 2 },
    { ...customer, id: "cus_2" },
  ];
  serve({ [LIST]: { data: rows, nextCursor: null, cells: { unavailable: [] } } });
  show(<CustomerList search={{}} onSearch={vi.fn()} />);
  await screen.findAllByText("mira");
  // The test's router writes texts in quotes, which the console's does not.
  const links = screen
    .getAllByRole("link")
    .map((link) => link.getAttribute("href")?.replaceAll("%22", ""));
  expect(links).toEqual(["/system/customers/cus_1?cell=2", "/system/customers/cus_2"]);
});

test("A call for what is open names the page's cell; a list of all cells does not", async () => {
  history.replaceState(null, "", "/system/customers/cus_1?cell=2");
  const sent = serve({
    [LIST]: { data: [customer], nextCursor: null },
    [NOTES]: { data: [], nextCursor: null },
  });
  show(
    <>
      <CustomerList search={{}} onSearch={vi.fn()} />
      <CustomerNotes customerId="cus_1" />
    </>,
  );
  await vi.waitFor(() => expect(requestsOf(sent, NOTES)).toHaveLength(1));
  await vi.waitFor(() => expect(requestsOf(sent, LIST)).toHaveLength(1));
  const cellIn = (call: string) => requestsOf(sent, call).map(({ cell }) => cell);
  expect([cellIn(NOTES), cellIn(LIST)]).toEqual([["2"], [null]]);
});
