import { msg } from "@lingui/core/macro";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { textSearch } from "../lib/navigation/search-state.ts";
import { bookkeepingRoutes } from "./bookkeeping-routes.tsx";
import { documentRoutes } from "./document-routes.tsx";
import { logSearch, movementSearch } from "./list-searches.ts";
import { mailedLinkRoutes } from "./mailed-link-routes.tsx";
import { operatorRoutes } from "./operator-routes.tsx";
import { root } from "./root-route.tsx";
import { withTexts } from "./with-texts.ts";

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  staticData: { access: "customer", chrome: "tabs", title: msg`Cards` },
  component: lazyRouteComponent(
    () => import("../screens/console/home/home-screen.tsx"),
    "HomeScreen",
  ),
});

const wallet = createRoute({
  getParentRoute: () => root,
  path: "/wallet",
  staticData: { access: "customer", chrome: "tabs", title: msg`Wallet` },
  component: lazyRouteComponent(
    () => import("../screens/money-movement/wallet/wallet-screen.tsx"),
    "WalletScreen",
  ),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: "/profile",
  staticData: { access: "customer", chrome: "tabs", title: msg`Profile` },
  component: lazyRouteComponent(
    () =>
      withTexts(
        import("../screens/identity/profile/profile-screen.tsx"),
        "reviews",
        "risk",
        "insight",
        "operators",
        "factors",
        "email-change",
      ),
    "ProfileScreen",
  ),
});

const deposit = createRoute({
  getParentRoute: () => root,
  path: "/wallet/deposit",
  staticData: { access: "customer", chrome: "pushed", title: msg`Deposit` },
  // `segment` is the card product whose opening fee the deposit is for, if any.
  validateSearch: textSearch("id", "currency", "segment"),
  component: lazyRouteComponent(
    () => import("../screens/money-movement/deposit/deposit-screen.tsx"),
    "DepositScreen",
  ),
});

const withdraw = createRoute({
  getParentRoute: () => root,
  path: "/wallet/withdraw",
  staticData: { access: "customer", chrome: "pushed", title: msg`Withdraw` },
  validateSearch: textSearch("id"),
  component: lazyRouteComponent(
    () =>
      withTexts(import("../screens/money-movement/withdraw/withdraw-screen.tsx"), "withdrawals"),
    "WithdrawScreen",
  ),
});

const exchange = createRoute({
  getParentRoute: () => root,
  path: "/wallet/exchange",
  staticData: { access: "customer", chrome: "pushed", title: msg`Exchange` },
  validateSearch: textSearch("id"),
  component: lazyRouteComponent(
    () => withTexts(import("../screens/money-movement/exchange/exchange-screen.tsx"), "exchange"),
    "ExchangeScreen",
  ),
});

const assetDetail = createRoute({
  getParentRoute: () => root,
  path: "/wallet/asset-detail",
  staticData: { access: "customer", chrome: "pushed", title: msg`Asset detail` },
  validateSearch: textSearch("tab"),
  component: lazyRouteComponent(
    () => import("../screens/money-movement/asset-detail/asset-detail-screen.tsx"),
    "AssetDetailScreen",
  ),
});

const transactionHistory = createRoute({
  getParentRoute: () => root,
  path: "/wallet/transaction-history",
  staticData: { access: "customer", chrome: "pushed", title: msg`Wallet history` },
  validateSearch: movementSearch,
  component: lazyRouteComponent(
    () => import("../screens/insights/transaction-history/transaction-history-screen.tsx"),
    "TransactionHistoryScreen",
  ),
});

const cards = createRoute({
  getParentRoute: () => root,
  path: "/cards",
  staticData: { access: "customer", chrome: "pushed", title: msg`Card management` },
  validateSearch: textSearch("q", "tag"),
  component: lazyRouteComponent(
    () => import("../screens/cards/cards/cards-screen.tsx"),
    "CardsScreen",
  ),
});

const cardDetail = createRoute({
  getParentRoute: () => root,
  path: "/cards/$cardId",
  staticData: { access: "customer", chrome: "pushed", title: msg`Card` },
  component: lazyRouteComponent(
    () =>
      withTexts(import("../screens/cards/card-detail/card-detail-screen.tsx"), "risk", "insight"),
    "CardDetailScreen",
  ),
});

const cardApplication = createRoute({
  getParentRoute: () => root,
  path: "/card-application",
  staticData: { access: "customer", chrome: "pushed", title: msg`Card applications` },
  component: lazyRouteComponent(
    () => import("../screens/cards/card-application/card-application-screen.tsx"),
    "CardApplicationScreen",
  ),
});

const cardSelection = createRoute({
  getParentRoute: () => root,
  path: "/card-selection",
  staticData: { access: "customer", chrome: "pushed", title: msg`Choose a card` },
  validateSearch: textSearch("tier", "segment"),
  component: lazyRouteComponent(
    () => import("../screens/cards/card-selection/card-selection-screen.tsx"),
    "CardSelectionScreen",
  ),
});

const cardCreate = createRoute({
  getParentRoute: () => root,
  path: "/card-create",
  staticData: { access: "customer", chrome: "pushed", title: msg`New card` },
  validateSearch: textSearch("segment"),
  component: lazyRouteComponent(
    () => withTexts(import("../screens/cards/card-create/card-create-screen.tsx"), "risk"),
    "CardCreateScreen",
  ),
});

const transactions = createRoute({
  getParentRoute: () => root,
  path: "/transactions",
  staticData: { access: "customer", chrome: "pushed", title: msg`Transactions` },
  validateSearch: movementSearch,
  component: lazyRouteComponent(
    () => import("../screens/insights/transactions/transactions-screen.tsx"),
    "TransactionsScreen",
  ),
});

const riskMonitoring = createRoute({
  getParentRoute: () => root,
  path: "/risk-monitoring",
  staticData: { access: "customer", chrome: "pushed", title: msg`Risk insight` },
  component: lazyRouteComponent(
    () =>
      withTexts(
        import("../screens/insights/risk-monitoring/risk-monitoring-screen.tsx"),
        "insight",
      ),
    "RiskMonitoringScreen",
  ),
});

const riskStrategies = createRoute({
  getParentRoute: () => root,
  path: "/risk-strategies",
  staticData: { access: "customer", chrome: "pushed", title: msg`Strategy center` },
  validateSearch: textSearch("tab", "rule", "template", "strategy", "open"),
  component: lazyRouteComponent(
    () =>
      withTexts(
        import("../screens/authorization/risk-strategies/risk-strategies-screen.tsx"),
        "risk",
      ),
    "RiskStrategiesScreen",
  ),
});

const practice = createRoute({
  getParentRoute: () => root,
  path: "/practice",
  staticData: { access: "customer", chrome: "pushed", title: msg`Practice` },
  validateSearch: textSearch("scenario"),
  component: lazyRouteComponent(
    () =>
      withTexts(import("../screens/simulator/practice/practice-screen.tsx"), "practice", "risk"),
    "PracticeScreen",
  ),
});

const myData = createRoute({
  getParentRoute: () => root,
  path: "/profile/my-data",
  staticData: { access: "customer", chrome: "pushed", title: msg`My data` },
  component: lazyRouteComponent(
    () => withTexts(import("../screens/identity/my-data/my-data-screen.tsx"), "my-data", "factors"),
    "MyDataScreen",
  ),
});

const apiKeys = createRoute({
  getParentRoute: () => root,
  path: "/profile/api-keys",
  staticData: { access: "customer", chrome: "pushed", title: msg`API keys` },
  component: lazyRouteComponent(
    () =>
      withTexts(import("../screens/identity/api-keys/api-keys-screen.tsx"), "api-keys", "factors"),
    "ApiKeysScreen",
  ),
});

const pendingReviews = createRoute({
  getParentRoute: () => root,
  path: "/pending-reviews",
  staticData: { access: "customer", chrome: "pushed", title: msg`Pending reviews` },
  validateSearch: textSearch("tab", "open"),
  component: lazyRouteComponent(
    () =>
      withTexts(
        import("../screens/back-office/pending-reviews/pending-reviews-screen.tsx"),
        "risk",
        "reviews",
      ),
    "PendingReviewsScreen",
  ),
});

const bills = createRoute({
  getParentRoute: () => root,
  path: "/bills",
  staticData: { access: "customer", chrome: "pushed", title: msg`Bills` },
  validateSearch: movementSearch,
  component: lazyRouteComponent(
    () => import("../screens/insights/bills/bills-screen.tsx"),
    "BillsScreen",
  ),
});

const logs = createRoute({
  getParentRoute: () => root,
  path: "/logs",
  staticData: { access: "customer", chrome: "pushed", title: msg`Logs` },
  validateSearch: logSearch,
  component: lazyRouteComponent(
    () => withTexts(import("../screens/back-office/logs/logs-screen.tsx"), "logs"),
    "LogsScreen",
  ),
});

const customerService = createRoute({
  getParentRoute: () => root,
  path: "/customer-service",
  staticData: { access: "customer", chrome: "pushed", title: msg`Customer support` },
  validateSearch: textSearch("conversation", "article", "about", "write"),
  component: lazyRouteComponent(
    () =>
      withTexts(
        import("../screens/back-office/customer-service/customer-service-screen.tsx"),
        "support",
      ),
    "CustomerServiceScreen",
  ),
});

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  staticData: { access: "public", chrome: "account", title: msg`Sign in` },
  validateSearch: (search: Record<string, unknown>): { redirect?: string; expired?: string } => ({
    ...(typeof search.redirect === "string" ? { redirect: search.redirect } : {}),
    ...(search.expired === "1" ? { expired: "1" } : {}),
  }),
  component: lazyRouteComponent(
    () => import("../screens/identity/login/login-screen.tsx"),
    "LoginScreen",
  ),
});

const register = createRoute({
  getParentRoute: () => root,
  path: "/register",
  staticData: { access: "public", chrome: "account", title: msg`Create your account` },
  component: lazyRouteComponent(
    () => import("../screens/identity/register/register-screen.tsx"),
    "RegisterScreen",
  ),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset-password",
  staticData: { access: "public", chrome: "account", title: msg`Reset your password` },
  component: lazyRouteComponent(
    () => import("../screens/identity/reset-password/reset-password-screen.tsx"),
    "ResetPasswordScreen",
  ),
});

const closingScreens = () => import("../screens/identity/close-account/close-account-screen.tsx");

const closeAccount = createRoute({
  getParentRoute: () => root,
  path: "/close-account",
  staticData: { access: "customer", chrome: "pushed", title: msg`Close account` },
  component: lazyRouteComponent(closingScreens, "CloseAccountScreen"),
});

const keepAccount = createRoute({
  getParentRoute: () => root,
  path: "/keep-account",
  staticData: { access: "public", chrome: "account", title: msg`Close account` },
  component: lazyRouteComponent(closingScreens, "KeepAccountScreen"),
});

/**
 * Catches every other path. Without this route, an unknown path below a page would match that page
 * and render as not found. This route declares no access, so the guard redirects to the home page.
 */
const elsewhere = createRoute({ getParentRoute: () => root, path: "$" });

export const routeTree = root.addChildren([
  home,
  wallet,
  profile,
  deposit,
  withdraw,
  exchange,
  assetDetail,
  transactionHistory,
  cards,
  cardDetail,
  cardApplication,
  cardSelection,
  cardCreate,
  transactions,
  riskMonitoring,
  riskStrategies,
  practice,
  myData,
  apiKeys,
  ...bookkeepingRoutes,
  pendingReviews,
  bills,
  logs,
  ...operatorRoutes,
  customerService,
  login,
  register,
  resetPassword,
  ...mailedLinkRoutes,
  closeAccount,
  keepAccount,
  ...documentRoutes,
  elsewhere,
]);
