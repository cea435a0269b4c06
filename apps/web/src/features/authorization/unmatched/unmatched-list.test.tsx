// @vitest-environment jsdom
import type { UnmatchedMessage } from "@tessera/contract/authorization/network.schemas";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession } from "../../../lib/session/session-store.ts";
import { refusal, requestsOf, serve, show, signIn, stubMedia } from "../../../test-page.tsx";
import { filtersOf } from "./unmatched.queries.ts";
import { UnmatchedList } from "./unmatched-list.tsx";

const message = (id: string, name: string): UnmatchedMessage => ({
  id,
  networkReference: `NET-${id}`,
  kind: "reversal",
  state: "waiting",
  customerId: "cus_1",
  card: { id: "card_1", last4: "4242", type: "business", network: "visa" },
  merchant: { name, mcc: "5942", country: "US" } as UnmatchedMessage["merchant"],
  currency: "USD",
  amount: null,
  merchantAmount: null,
  receivedAt: "2026-11-20T08:00:00.000Z",
  postsAt: null,
  settledAt: null,
  decision: null,
});
const LIST = "GET /api/admin/network/unmatched";
const OFFERING = "GET /api/offering";
const onSearch = vi.fn();

beforeEach(() => {
  onSearch.mockReset();
  stubMedia();
  signIn("reviewer");
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

test("The unmatched message list ignores invalid URL filters and truncates a long search", () => {
  expect(filtersOf({ state: "waiting", kind: "advice", q: "books" })).toEqual({
    state: "waiting",
    kind: "advice",
    q: "books",
  });
  expect(filtersOf({ state: "lost", kind: "", q: "x".repeat(101) })).toEqual({
    state: undefined,
    kind: undefined,
    q: "x".repeat(100),
  });
});

test("The list shows unmatched messages, even without amounts, and loads more pages", async () => {
  const sent = serve({
    [LIST]: ({ query }) =>
      Response.json(
        query.includes("cursor=next")
          ? { data: [message("2", "Borealis Café")], nextCursor: null }
          : { data: [message("1", "Aurora Books")], nextCursor: "next" },
      ),
  });
  show(<UnmatchedList search={{ state: "waiting" }} onSearch={onSearch} />);
  expect(screen.getByRole("status").textContent).toBe("Loading");
  expect((await screen.findByRole("link")).textContent).toContain("Aurora Books");
  expect(screen.getByText("Full amount")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByText("Borealis Café")).toBeTruthy();
  expect(requestsOf(sent, LIST).map(({ query }) => query)).toEqual([
    "state=waiting",
    "state=waiting&cursor=next",
  ]);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("An empty filtered list of unmatched messages says that nothing matches", async () => {
  serve({ [LIST]: { data: [], nextCursor: null }, [OFFERING]: { network: true } });
  show(<UnmatchedList search={{ q: "nobody" }} onSearch={onSearch} />);
  expect(await screen.findByText("Nothing matches these filters.")).toBeTruthy();
});

test("An empty, unfiltered list says that every message has been matched", async () => {
  serve({ [LIST]: { data: [], nextCursor: null }, [OFFERING]: { network: true } });
  show(<UnmatchedList search={{}} onSearch={onSearch} />);
  expect(
    await screen.findByText("Every network message has been matched to its authorization."),
  ).toBeTruthy();
});

test("If no card network is connected, the list says so, even with old messages", async () => {
  serve({
    [LIST]: { data: [message("1", "Aurora Books")], nextCursor: null },
    [OFFERING]: { network: false },
  });
  show(<UnmatchedList search={{}} onSearch={onSearch} />);
  expect(
    await screen.findByText("No card network is connected here, so no messages arrive."),
  ).toBeTruthy();
  expect(await screen.findByText("Aurora Books")).toBeTruthy();
});

test("A list of unmatched messages that fails to load is not shown as empty", async () => {
  let failing = true;
  serve({
    [LIST]: () =>
      failing
        ? refusal(403, "forbidden", "Not allowed.")
        : Response.json({ data: [], nextCursor: null }),
  });
  show(<UnmatchedList search={{}} onSearch={onSearch} />);
  expect((await screen.findByRole("alert")).textContent).toBe("Couldn’t load the messages");
  expect(screen.queryByText(/has been matched/)).toBeNull();
  failing = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/has been matched/)).toBeTruthy();
});

test("Pressing a filter for unmatched messages a second time clears the filter", async () => {
  serve({ [LIST]: { data: [], nextCursor: null } });
  show(<UnmatchedList search={{ state: "waiting" }} onSearch={onSearch} />);
  fireEvent.click(screen.getByRole("button", { name: "Waiting" }));
  fireEvent.click(screen.getByRole("button", { name: "Dismissed" }));
  expect(onSearch.mock.calls).toEqual([[{ state: undefined }], [{ state: "dismissed" }]]);
  await waitFor(() => expect(screen.queryByRole("status")).toBeNull());
});
