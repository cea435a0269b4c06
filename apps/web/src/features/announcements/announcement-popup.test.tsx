import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepProfile, keepToken } from "../../lib/session-store.ts";

const ANNOUNCEMENT = { id: "ann_1", type: "info", title: "Planned work", content: "<p>Soon</p>" };

/** Loads the page anew: its modules and its queries, and nothing of storage. */
async function load({ hold = false } = {}) {
  vi.resetModules();
  const { AnnouncementPopup } = await import("./announcement-popup.tsx");
  const { announcementStore } = await import("./announcement-store.ts");
  const client = new QueryClient();
  const element = (held: boolean) => (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <AnnouncementPopup hold={held} />
      </QueryClientProvider>
    </I18nProvider>
  );
  const view = render(element(hold));
  /** Waits until the announcements are there and have been acted upon. */
  const settle = async () => {
    await act(() =>
      vi.waitFor(() => expect(client.getQueryCache().getAll()[0]?.state.status).toBe("success")),
    );
    return announcementStore.get().open;
  };
  return { ...view, settle, release: () => view.rerender(element(false)) };
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
afterEach(() => vi.unstubAllGlobals());

test("closing without the tick keeps it away from this tab, reload after reload", async () => {
  const first = await load();
  expect(await first.settle()).toBe(true);
  fireEvent.click(await screen.findByRole("button", { name: "Got it" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  first.unmount();
  const second = await load();
  expect(await second.settle()).toBe(false);
  expect(localStorage.getItem("tessera-announcement-hidden-at")).toBeNull();
});

test("leaving it unread is not closing it, and signing in anew shows it again", async () => {
  const first = await load();
  expect(await first.settle()).toBe(true);
  first.unmount();
  const second = await load();
  fireEvent.click(await screen.findByRole("button", { name: "Got it" }));
  second.unmount();
  keepToken("token-2");
  keepProfile({ username: "qiaoyu" }, []);
  const third = await load();
  expect(await third.settle()).toBe(true);
});

test("it waits for what else is open on the page", async () => {
  const view = await load({ hold: true });
  expect(await view.settle()).toBe(false);
  view.release();
  expect(await view.settle()).toBe(true);
});
