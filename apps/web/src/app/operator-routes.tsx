import { msg } from "@lingui/core/macro";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { textSearch } from "../lib/navigation/search-state.ts";
import { auditSearch, customerSearch } from "./list-searches.ts";
import { root } from "./root-route.tsx";
import { withTexts } from "./with-texts.ts";

const operatorReviews = createRoute({
  getParentRoute: () => root,
  path: "/system/reviews",
  staticData: { access: "customer", chrome: "tabs", title: msg`Review queues` },
  validateSearch: textSearch("stage", "assigned", "overdue", "kind", "open", "cell"),
  component: lazyRouteComponent(
    () =>
      withTexts(
        import("../screens/back-office/operator-reviews/operator-reviews-screen.tsx"),
        "reviews",
        "operators",
      ),
    "OperatorReviewsScreen",
  ),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: "/system/audit",
  staticData: { access: "customer", chrome: "pushed", title: msg`Audit log` },
  validateSearch: auditSearch,
  component: lazyRouteComponent(
    () => withTexts(import("../screens/back-office/audit/audit-screen.tsx"), "logs"),
    "AuditScreen",
  ),
});

const customers = createRoute({
  getParentRoute: () => root,
  path: "/system/customers",
  staticData: { access: "customer", chrome: "tabs", title: msg`Customers` },
  validateSearch: customerSearch,
  component: lazyRouteComponent(
    () => withTexts(import("../screens/back-office/customers/customers-screen.tsx"), "customers"),
    "CustomersScreen",
  ),
});

/** A child route of the list, so that the list stays mounted while the operator opens customers. */
const customer = createRoute({
  getParentRoute: () => customers,
  path: "$customerId",
  staticData: { access: "customer", chrome: "pushed", title: msg`Customer` },
});

const announcements = createRoute({
  getParentRoute: () => root,
  path: "/system/announcements",
  staticData: { access: "customer", chrome: "pushed", title: msg`Announcements` },
  validateSearch: textSearch("edit", "status", "type", "audience", "missing", "q"),
  component: lazyRouteComponent(
    () => import("../screens/back-office/announcements/announcements-screen.tsx"),
    "AnnouncementsScreen",
  ),
});

const board = createRoute({
  getParentRoute: () => root,
  path: "/system/board",
  staticData: { access: "customer", chrome: "tabs", title: msg`Dashboard` },
  validateSearch: textSearch("window", "age", "tab", "state", "kind", "open", "cell"),
  component: lazyRouteComponent(
    () => withTexts(import("../screens/back-office/board/board-screen.tsx"), "programme"),
    "BoardScreen",
  ),
});

const network = createRoute({
  getParentRoute: () => root,
  path: "/system/network",
  staticData: { access: "customer", chrome: "tabs", title: msg`Unmatched messages` },
  validateSearch: textSearch("q", "state", "kind", "open", "cell"),
  component: lazyRouteComponent(
    () => withTexts(import("../screens/authorization/network/network-screen.tsx"), "programme"),
    "NetworkScreen",
  ),
});

const bank = createRoute({
  getParentRoute: () => root,
  path: "/system/bank",
  staticData: { access: "customer", chrome: "tabs", title: msg`Bank transfers` },
  validateSearch: textSearch("tab", "state", "statement", "open", "cell"),
  component: lazyRouteComponent(
    () => withTexts(import("../screens/back-office/bank/bank-screen.tsx"), "programme"),
    "BankScreen",
  ),
});

const program = createRoute({
  getParentRoute: () => root,
  path: "/system/programme",
  staticData: { access: "customer", chrome: "tabs", title: msg`Program` },
  validateSearch: textSearch("tab", "open"),
  component: lazyRouteComponent(
    () => withTexts(import("../screens/back-office/program/program-screen.tsx"), "programme"),
    "ProgramScreen",
  ),
});

const operators = createRoute({
  getParentRoute: () => root,
  path: "/system/operators",
  staticData: { access: "customer", chrome: "tabs", title: msg`Operators` },
  validateSearch: textSearch("tab", "status", "open"),
  component: lazyRouteComponent(
    () =>
      withTexts(import("../screens/identity/operators/operators-screen.tsx"), "manage-operators"),
    "OperatorsScreen",
  ),
});

const supportDesk = createRoute({
  getParentRoute: () => root,
  path: "/system/support",
  staticData: { access: "customer", chrome: "tabs", title: msg`Conversations` },
  validateSearch: textSearch(
    "conversation",
    "status",
    "assigned",
    "unread",
    "q",
    "answers",
    "cell",
  ),
  component: lazyRouteComponent(
    () =>
      withTexts(import("../screens/back-office/support-desk/support-desk-screen.tsx"), "support"),
    "SupportDeskScreen",
  ),
});

/** The pages below `/system`. */
export const operatorRoutes = [
  board,
  operatorReviews,
  customers.addChildren([customer]),
  supportDesk,
  network,
  bank,
  program,
  operators,
  announcements,
  audit,
] as const;
