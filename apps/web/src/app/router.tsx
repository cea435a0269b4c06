import type { MessageDescriptor } from "@lingui/core";
import { createRouter, type ErrorComponentProps, redirect } from "@tanstack/react-router";
import { ensureSession } from "../lib/session.ts";
import { sessionStore } from "../lib/session-store.ts";
import { leaveScreen } from "../ui/toast-store.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { judgeNavigation, type PageAccess } from "./guard.ts";
import { PendingScreen } from "./pending-screen.tsx";
import { routeTree, setBeforeEach } from "./routes.tsx";
import { rememberScroll, restoreScroll } from "./scroll-memory.ts";
import { parseSearch, stringifySearch } from "./search-params.ts";

/**
 * `tabs`: bottom navigation. `pushed`: a top bar instead. `account`: the account screens.
 * `document`: a page of text that anybody can read.
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

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PendingScreen,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ({ reset }: ErrorComponentProps) => <ErrorScreen onRetry={reset} />,
});

setBeforeEach(async ({ location, access, preload }) => {
  await ensureSession();
  const verdict = judgeNavigation({
    pathname: location.pathname,
    href: location.href,
    from: router.state.resolvedLocation?.pathname,
    access,
    signedIn: sessionStore.get().token !== null,
  });
  if (preload || verdict.kind === "proceed") {
    return;
  }
  if (verdict.kind === "home") {
    throw redirect({ to: "/", replace: true });
  }
  throw redirect({ to: "/login", search: { redirect: verdict.redirect }, replace: true });
});

router.subscribe("onBeforeNavigate", ({ fromLocation, pathChanged }) => {
  rememberScroll(fromLocation?.pathname);
  if (pathChanged) {
    leaveScreen();
  }
});
router.subscribe("onResolved", ({ fromLocation, toLocation }) => {
  restoreScroll(fromLocation?.pathname, toLocation.pathname);
});
