import type { MessageDescriptor } from "@lingui/core";
import { createRouter, type ErrorComponentProps, redirect } from "@tanstack/react-router";
import { ensureSession } from "../lib/session/session.ts";
import { sessionStore } from "../lib/session/session-store.ts";
import { leaveScreen } from "../ui/overlay/toast-store.ts";
import { takeArrival } from "./arrival.ts";
import { setBeforeEach } from "./before-each.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { judgeNavigation, type PageAccess } from "./guard.ts";
import { PendingScreen } from "./pending-screen.tsx";
import { routeTree } from "./routes.tsx";
import { rememberScroll, restoreScroll } from "./scroll-memory.ts";
import { parseSearch, stringifySearch } from "./search-params.ts";

/**
 * `tabs`: bottom navigation. `pushed`: a top bar instead. `account`: the account screens.
 * `document`: a public text page.
 */
export type Chrome = "tabs" | "pushed" | "account" | "document";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    readonly access?: PageAccess;
    readonly chrome?: Chrome;
    readonly title?: MessageDescriptor;
  }
  interface Register {
    router: typeof router;
  }
}

/** Delay before a loading page shows its placeholder, in milliseconds. */
export const PENDING_MS = 150;

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  caseSensitive: true,
  scrollRestoration: true,
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PendingScreen,
  defaultPendingMs: PENDING_MS,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ({ reset }: ErrorComponentProps) => <ErrorScreen onRetry={reset} />,
});

setBeforeEach(async ({ location, access, preload }) => {
  await ensureSession();
  const arrival = preload ? undefined : takeArrival();
  const { token, menus } = sessionStore.get();
  const verdict = judgeNavigation({
    pathname: arrival?.pathname ?? location.pathname,
    href: arrival?.href ?? location.href,
    from: router.state.resolvedLocation?.pathname,
    access,
    signedIn: token !== null,
    menus,
  });
  if (preload || verdict.kind === "proceed") {
    return;
  }
  if (verdict.kind === "home") {
    throw redirect({ to: "/", replace: true });
  }
  if (verdict.kind === "first-page") {
    throw redirect({ to: verdict.pathname, replace: true });
  }
  if (verdict.kind === "tidy") {
    throw redirect({ to: verdict.pathname, search: true, hash: true, replace: true });
  }
  // If a navigation starts just as the session ends, this runs before the session's event fires.
  const { expired } = sessionStore.get();
  throw redirect({
    to: "/login",
    search: { ...(expired && { expired: "1" }), redirect: verdict.redirect },
    replace: true,
  });
});

router.subscribe("onBeforeNavigate", ({ fromLocation, toLocation, pathChanged }) => {
  rememberScroll(fromLocation?.pathname, toLocation.pathname);
  if (pathChanged) {
    leaveScreen();
  }
});
router.subscribe("onResolved", ({ fromLocation, toLocation }) => {
  restoreScroll(fromLocation?.pathname, toLocation.pathname);
});
