import { msg } from "@lingui/core/macro";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root } from "./root-route.tsx";
import { withTexts } from "./with-texts.ts";

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: "/verify-email",
  staticData: { access: "public", chrome: "account", title: msg`Verify your email` },
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search.token === "string" ? { token: search.token } : {},
  component: lazyRouteComponent(
    () => import("../screens/identity/verify-email/verify-email-screen.tsx"),
    "VerifyEmailScreen",
  ),
});

const notMe = createRoute({
  getParentRoute: () => root,
  path: "/not-me",
  staticData: { access: "public", chrome: "account", title: msg`It wasn’t me` },
  component: lazyRouteComponent(
    () => withTexts(import("../screens/money-movement/not-me/not-me-screen.tsx"), "withdrawals"),
    "NotMeScreen",
  ),
});

/** `/operator-invitation` and `/company-invitation`. */
const invitation = createRoute({
  getParentRoute: () => root,
  path: "/{$to}-invitation",
  staticData: { access: "public", chrome: "account", title: msg`Invitation` },
  component: lazyRouteComponent(
    () => import("../screens/identity/invitation/invitation-screen.tsx"),
    "InvitationScreen",
  ),
});

/** Pages opened by links in emails, signed in or not. */
export const mailedLinkRoutes = [verifyEmail, notMe, invitation];
