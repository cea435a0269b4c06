import { msg } from "@lingui/core/macro";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root } from "./root-route.tsx";
import { withTexts } from "./with-texts.ts";

const receipts = createRoute({
  getParentRoute: () => root,
  path: "/receipts",
  staticData: { access: "customer", chrome: "pushed", title: msg`Receipts` },
  component: lazyRouteComponent(
    () => withTexts(import("../screens/insights/receipts/receipts-screen.tsx"), "receipts"),
    "ReceiptsScreen",
  ),
});

const reconciliation = createRoute({
  getParentRoute: () => root,
  path: "/reconciliation",
  staticData: { access: "customer", chrome: "pushed", title: msg`Reconciliation export` },
  component: lazyRouteComponent(
    () =>
      withTexts(
        import("../screens/insights/reconciliation/reconciliation-screen.tsx"),
        "reconciliation",
      ),
    "ReconciliationScreen",
  ),
});

/** Pages for a customer’s bookkeeping. */
export const bookkeepingRoutes = [receipts, reconciliation];
