import { CSPProvider } from "@base-ui/react/csp-provider";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { followPreferences } from "./app/document-head.ts";
import { PENDING_MS, router } from "./app/router.tsx";
import { activateLocale, followLocale } from "./i18n/catalog.ts";
import { queryClient } from "./lib/api/query-client.ts";
import { localeStore } from "./lib/locale.ts";
import { onSessionExpired } from "./lib/session/session-expiry.ts";
import { isSamePerson, sessionStore } from "./lib/session/session-store.ts";
import { followOtherTabs } from "./lib/session/tab-sync.ts";
import { loadWebFont } from "./ui/style/web-font.ts";
import "./ui/style/styles.css";

const SIGN_IN_PAGES: readonly string[] = ["/login", "/register"];

function forgetServerState(): void {
  queryClient.clear();
}

function followSession(): void {
  onSessionExpired(() => {
    forgetServerState();
    if (!SIGN_IN_PAGES.includes(router.state.location.pathname)) {
      void router.navigate({ to: "/login", search: { expired: "1" } });
    }
  });
  followOtherTabs(() => {
    forgetServerState();
    void router.invalidate();
  });
  let before = sessionStore.get();
  sessionStore.subscribe(() => {
    const now = sessionStore.get();
    if (now.token !== before.token && !isSamePerson(before, now)) {
      forgetServerState();
    }
    before = now;
  });
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Loads the font before the text if the service worker cached it on an earlier visit. */
async function loadKeptFont(): Promise<void> {
  if (navigator.serviceWorker?.controller) {
    await loadWebFont();
  }
}

async function start(root: HTMLElement): Promise<void> {
  followPreferences();
  followSession();
  // A page rendered while it is still loading would be replaced a moment later.
  const ready = Promise.all([router.load(), loadKeptFont()]);
  await activateLocale(localeStore.get());
  await Promise.race([ready, after(PENDING_MS)]);
  followLocale();
  // Renders in slices, because rendering an entire page all at once would block input on a phone
  // for a while.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <CSPProvider disableStyleElements>
            <QueryClientProvider client={queryClient}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </CSPProvider>
        </I18nProvider>
      </StrictMode>,
    ),
  );
}

const root = document.getElementById("root");
if (root !== null) {
  void start(root);
}
