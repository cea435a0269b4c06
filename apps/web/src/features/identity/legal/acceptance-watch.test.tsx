// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { localeStore } from "../../../lib/locale.ts";
import { clearSession, keepProfile, keepToken } from "../../../lib/session/session-store.ts";
import { InRouter } from "../../../test-router.tsx";
import { useLayer } from "../../../ui/overlay/open-layers.ts";
import { AcceptanceWatch } from "./acceptance-watch.tsx";

const TERMS = {
  text: "terms",
  version: 2,
  effectiveFrom: "2026-12-01T00:00:00.000Z",
  changes: "Fees are charged earlier.",
  acceptedVersion: 1,
};

let outstanding: object[];
let posted: unknown[];

beforeEach(() => {
  localeStore.set("en");
  keepToken("token-1");
  keepProfile({ username: "qiaoyu", role: "customer" }, []);
  const media = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("matchMedia", () => media);
  outstanding = [TERMS];
  posted = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (_: string, { body }: RequestInit) => {
      if (body !== undefined) {
        posted.push(JSON.parse(String(body)));
        outstanding = [];
      }
      return new Response(JSON.stringify({ texts: outstanding, nextVersionInSeconds: null }));
    }),
  );
});
afterEach(() => {
  clearSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function OtherSheet({ open }: { readonly open: boolean }) {
  useLayer(open);
  return null;
}

function load({ sheetOpen = false } = {}) {
  const client = new QueryClient();
  const onAsking = vi.fn();
  const element = (open: boolean) => (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <OtherSheet open={open} />
        <InRouter>
          <AcceptanceWatch onAsking={onAsking} />
        </InRouter>
      </QueryClientProvider>
    </I18nProvider>
  );
  const view = render(element(sheetOpen));
  return { client, onAsking, closeOther: () => view.rerender(element(false)) };
}

const refuse = (code: string) => act(() => void dispatchEvent(new Event(code)));
const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

test("A customer can read what changed in the texts to be accepted and accept them", async () => {
  const { onAsking } = load();
  expect(await screen.findByText("Our legal documents have changed")).toBeDefined();
  expect(screen.getByText("Fees are charged earlier.")).toBeDefined();
  const link = screen.getByRole("link", { name: "Terms of Service" });
  expect(link.getAttribute("href")).toMatch(/\/legal\/terms\?version=/);
  expect(onAsking).toHaveBeenLastCalledWith(true);

  fireEvent.click(screen.getByRole("button", { name: "Accept" }));
  expect(screen.getByText("Check the box to accept.")).toBeDefined();
  expect(posted).toEqual([]);

  fireEvent.click(screen.getByRole("checkbox"));
  fireEvent.click(screen.getByRole("button", { name: "Accept" }));
  await gone();
  expect(posted).toEqual([{ texts: [{ text: "terms", version: 2, locale: "en" }] }]);
  expect(onAsking).toHaveBeenLastCalledWith(false);
});

test("A customer who never accepted a legal text is not told that it changed", async () => {
  outstanding = [{ ...TERMS, acceptedVersion: null, changes: null }];
  load();
  expect(await screen.findByText("Accept our legal documents")).toBeDefined();
});

test("The acceptance sheet closes if the texts were accepted in another tab", async () => {
  const { client } = load();
  await screen.findByRole("dialog");
  outstanding = [];
  await act(() => client.invalidateQueries({ queryKey: ["acceptances"] }));
  await gone();
});

test("The acceptance sheet opens during a session when a new version takes effect", async () => {
  outstanding = [];
  const { client, onAsking } = load();
  await waitFor(() => expect(onAsking).toHaveBeenLastCalledWith(false));
  expect(screen.queryByRole("dialog")).toBeNull();
  outstanding = [TERMS];
  await act(() => client.invalidateQueries({ queryKey: ["acceptances"] }));
  expect(await screen.findByRole("dialog")).toBeDefined();
});

test("After Not now, the sheet reopens if a call is rejected for lack of acceptance", async () => {
  load();
  fireEvent.click(await screen.findByRole("button", { name: "Not now" }));
  await gone();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  refuse("insufficient_funds");
  expect(screen.queryByRole("dialog")).toBeNull();
  refuse("acceptance_required");
  expect(await screen.findByRole("dialog")).toBeDefined();
});

test("A call rejected within seconds of Not now does not reopen the acceptance sheet", async () => {
  // The clock is frozen, so that the test stays within those seconds even on a slow machine.
  vi.useFakeTimers({ toFake: ["Date"] });
  load();
  fireEvent.click(await screen.findByRole("button", { name: "Not now" }));
  await gone();
  refuse("acceptance_required");
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("The acceptance sheet waits until another open sheet is closed", async () => {
  const { onAsking, closeOther } = load({ sheetOpen: true });
  await waitFor(() => expect(onAsking).toHaveBeenLastCalledWith(true));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByRole("dialog")).toBeNull();
  closeOther();
  expect(await screen.findByRole("dialog")).toBeDefined();
});

test("An operator is never asked to accept legal texts", async () => {
  keepProfile({ username: "grace", role: "support" }, []);
  const { onAsking } = load();
  await waitFor(() => expect(onAsking).toHaveBeenLastCalledWith(false));
  expect(fetch).not.toHaveBeenCalled();
});
