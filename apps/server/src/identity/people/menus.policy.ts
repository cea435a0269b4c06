import type { Menu, Role } from "@tessera/contract/identity/accounts.schemas";

const CUSTOMER: readonly Menu[] = [
  { key: "home", path: "/" },
  { key: "wallet", path: "/wallet" },
  { key: "cards", path: "/cards" },
  { key: "card-application", path: "/card-application" },
  { key: "transactions", path: "/transactions" },
  { key: "bills", path: "/bills" },
  { key: "risk-monitoring", path: "/risk-monitoring" },
  { key: "risk-strategies", path: "/risk-strategies" },
  { key: "reconciliation", path: "/reconciliation" },
  { key: "pending-reviews", path: "/pending-reviews" },
  { key: "logs", path: "/logs" },
  { key: "customer-service", path: "/customer-service" },
  { key: "profile", path: "/profile" },
];

const PROFILE: Menu = { key: "profile", path: "/profile" };
const BOARD: Menu = { key: "board", path: "/system/board" };
const REVIEWS: Menu = { key: "operator-reviews", path: "/system/reviews" };
const SUPPORT: Menu = { key: "operator-support", path: "/system/support" };
const CUSTOMERS: Menu = { key: "customers", path: "/system/customers" };
const NETWORK: Menu = { key: "network", path: "/system/network" };
const BANK: Menu = { key: "bank", path: "/system/bank" };
const PROGRAM: Menu = { key: "programme", path: "/system/programme" };
const ANNOUNCEMENTS: Menu = { key: "announcements", path: "/system/announcements" };
const OPERATORS: Menu = { key: "operators", path: "/system/operators" };
const AUDIT: Menu = { key: "audit", path: "/system/audit" };

/** Menus for each role. The first few appear in the navigation bar on phones. */
const BY_ROLE: Readonly<Record<Role, readonly Menu[]>> = {
  customer: CUSTOMER,
  support: [BOARD, SUPPORT, CUSTOMERS, BANK, ANNOUNCEMENTS, PROFILE],
  reviewer: [BOARD, REVIEWS, CUSTOMERS, NETWORK, BANK, PROFILE],
  administrator: [
    ...[BOARD, REVIEWS, CUSTOMERS, SUPPORT, NETWORK, BANK],
    ...[PROGRAM, OPERATORS, ANNOUNCEMENTS, AUDIT, PROFILE],
  ],
  auditor: [BOARD, CUSTOMERS, REVIEWS, NETWORK, BANK, PROGRAM, OPERATORS, AUDIT, PROFILE],
};

/**
 * Returns the menus that a person sees in the console. This is not access control; each call is
 * authorized separately. An operator without a second factor gets a single menu, which leads to
 * enrollment.
 */
export function menusOf(role: Role, hasSecondFactor: boolean): readonly Menu[] {
  return role === "customer" || hasSecondFactor ? BY_ROLE[role] : [PROFILE];
}
