import { CSPProvider } from "@base-ui/react/csp-provider";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followPreferences } from "./app/document-head.ts";
import { router } from "./app/router.tsx";
import { activateLocale, followLocale } from "./i18n/catalogue.ts";
import { localeStore } from "./lib/locale.ts";
import { queryClient } from "./lib/query-client.ts";
import { onSessionExpired } from "./lib/session-expiry.ts";
import { isSamePerson, sessionStore } from "./lib/session-store.ts";
import { followOtherTabs } from "./lib/tab-sync.ts";
import "./ui/styles.css";

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

async function start(root: HTMLElement): Promise<void> {
  followPreferences();
  followSession();
  await activateLocale(localeStore.get());
  followLocale();
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
  );
}

const root = document.getElementById("root");
if (root !== null) {
  void start(root);
}
