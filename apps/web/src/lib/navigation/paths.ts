/** Paths of the pages that require a login. */
const CUSTOMER_PATHS = [
  "/",
  "/wallet",
  "/wallet/deposit",
  "/wallet/withdraw",
  "/wallet/exchange",
  "/wallet/asset-detail",
  "/wallet/transaction-history",
  "/profile",
  "/profile/my-data",
  "/profile/api-keys",
  "/cards",
  "/cards/$cardId",
  "/card-application",
  "/card-selection",
  "/card-create",
  "/transactions",
  "/risk-monitoring",
  "/risk-strategies",
  "/practice",
  "/receipts",
  "/reconciliation",
  "/pending-reviews",
  "/system/reviews",
  "/bills",
  "/logs",
  "/system/announcements",
  "/system/audit",
  "/system/support",
  "/system/board",
  "/system/network",
  "/system/bank",
  "/system/programme",
  "/system/customers",
  "/system/customers/$customerId",
  "/customer-service",
] as const;

const PATTERNS = CUSTOMER_PATHS.map(
  (path) => new RegExp(`^${path.replace(/\$[a-zA-Z]+/g, "[^/]+")}/?$`),
);

/** Returns whether a pathname belongs to a page that is open to signed-in users. */
export function isCustomerPath(pathname: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(pathname));
}
