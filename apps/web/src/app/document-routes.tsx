import { msg } from "@lingui/core/macro";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { textSearch } from "../lib/navigation/search-state.ts";
import { root } from "./root-route.tsx";

const legalScreens = () => import("../screens/identity/legal/legal-screen.tsx");
const legalSearch = textSearch("version");

const legalTerms = createRoute({
  getParentRoute: () => root,
  path: "/legal/terms",
  staticData: { access: "public", chrome: "document", title: msg`Terms of Service` },
  validateSearch: legalSearch,
  component: lazyRouteComponent(legalScreens, "TermsScreen"),
});

const legalPrivacy = createRoute({
  getParentRoute: () => root,
  path: "/legal/privacy",
  staticData: { access: "public", chrome: "document", title: msg`Privacy Policy` },
  validateSearch: legalSearch,
  component: lazyRouteComponent(legalScreens, "PrivacyScreen"),
});

const legalSecurity = createRoute({
  getParentRoute: () => root,
  path: "/legal/security",
  staticData: { access: "public", chrome: "document", title: msg`Data Security Policy` },
  validateSearch: legalSearch,
  component: lazyRouteComponent(legalScreens, "SecurityScreen"),
});

const legalAgreement = createRoute({
  getParentRoute: () => root,
  path: "/legal/agreement",
  staticData: { access: "public", chrome: "document", title: msg`User Agreement` },
  validateSearch: legalSearch,
  component: lazyRouteComponent(legalScreens, "AgreementScreen"),
});

const status = createRoute({
  getParentRoute: () => root,
  path: "/status",
  staticData: { access: "public", chrome: "document", title: msg`Service status` },
  component: lazyRouteComponent(
    () => import("../screens/back-office/status/status-screen.tsx"),
    "StatusScreen",
  ),
});

/** Public routes: the legal texts and the status page. */
export const documentRoutes = [
  legalTerms,
  legalPrivacy,
  legalSecurity,
  legalAgreement,
  status,
] as const;
