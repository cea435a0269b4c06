// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepProfile, keepToken } from "../../../lib/session/session-store.ts";
import { PATIENCE_MS } from "../../../test-patience.ts";
import { InRouter } from "../../../test-router.tsx";

const ANNOUNCEMENT = { id: "ann_1", type: "info", title: "Planned work", content: "<p>Soon</p>" };

interface SheetProps {
  readonly open: boolean;
  /** The hook of the module instance created by this page load. */
  readonly useOpen: (open: boolean) => void;
}

function Sheet({ open, useOpen }: SheetProps) {
  useOpen(open);
  return null;
}

/** Simulates a page load: modules and queries start fresh, but storage is preserved. */
async function load({ sheetOpen = false } = {}) {
  vi.resetModules();
  const { AnnouncementPopup } = await import("./announcement-popup.tsx");
  const { announcementStore, openAnnouncements } = await import("./announcement-store.ts");
  const { useLayer } = await import("../../../ui/overlay/open-layers.ts");
  const client = new QueryClient();
  const element = (open: boolean) => (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <Sheet open={open} useOpen={useLayer} />
        <InRouter>
          <AnnouncementPopup />
        </InRouter>
      </QueryClientProvider>
    </I18nProvider>
  );
  const view = render(element(sheetOpen));
  /** Waits until the announcements are loaded and the popup has reacted. */
  const settle = async () => {
    await act(async () => {
      await vi.waitFor(
        () => expect(client.getQueryCache().getAll()[0]?.state.status).toBe("success"),
        PATIENCE_MS,
      );
      // On success, the query sets a timer that notifies the page; that timer fires before this
      // one.
      await new Promise((resolve) => setTimeout(resolve, 0));
    });
    return announcementStore.get().open;
  };
  return {
    ...view,
    client,
    settle,
    ring: () => act(openAnnouncements),
    closeSheet: () => view.rerender(element(false)),
  };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  keepToken("token-1");
  keepProfile({ username: "qiaoyu" }, []);
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify([ANNOUNCEMENT]))),
  );
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

test.each(["Escape", "Got it"])(
  "An announcement closed with %s is shown again on the next page load",
  async (by) => {
    const first = await load();
    expect(await first.settle()).toBe(true);
    const close = await screen.findByRole("button", { name: "Got it" });
    if (by === "Escape") {
      fireEvent.keyDown(close, { key: "Escape" });
    } else {
      fireEvent.click(close);
    }
    await gone();
    // Refetching must not show the announcement again on the same page load.
    await act(() => first.client.refetchQueries());
    expect(await first.settle()).toBe(false);
    first.unmount();
    const second = await load();
    expect(await second.settle()).toBe(true);
    expect([localStorage.length, sessionStorage.length]).toEqual([3, 0]);
  },
);

test("An announcement hidden for a day stays hidden on reload, and the bell opens it", async () => {
  const first = await load();
  await first.settle();
  fireEvent.click(await screen.findByRole("checkbox", { name: /Don’t show again/ }));
  fireEvent.click(screen.getByRole("button", { name: "Got it" }));
  await gone();
  first.unmount();
  const second = await load();
  expect(await second.settle()).toBe(false);
  second.ring();
  expect(await screen.findByRole("dialog", { name: "Planned work" })).toBeDefined();
});

test("The popup appears only after other dialogs on the page are closed", async () => {
  const view = await load({ sheetOpen: true });
  expect(await view.settle()).toBe(false);
  view.closeSheet();
  expect(await view.settle()).toBe(true);
});

test("Each dot opens its announcement, and the popup has exactly one Next button", async () => {
  const titles = ["First", "Second", "Third"];
  vi.mocked(fetch).mockImplementation(
    async () =>
      new Response(JSON.stringify(titles.map((title) => ({ ...ANNOUNCEMENT, id: title, title })))),
  );
  await load();
  const dialog = await screen.findByRole("dialog", { name: "First" });
  const dot = (place: number) =>
    screen.getByRole("button", { name: `Go to announcement ${place} of 3` });
  expect(screen.getAllByRole("button", { name: "Next" })).toHaveLength(1);
  expect(dot(1).getAttribute("aria-current")).toBe("true");
  fireEvent.click(dot(3));
  expect(dialog.textContent).toContain("Third");
  expect(dot(3).getAttribute("aria-current")).toBe("true");
  expect(dot(1).hasAttribute("aria-current")).toBe(false);
  expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Previous" }));
  expect(dialog.textContent).toContain("Second");
});
