import type { Menu, Role } from "@tessera/contract/identity/accounts.schemas";
import {
  type MemberPermission,
  type MemberRole,
  ROLE_PERMISSIONS,
} from "@tessera/contract/identity/member-permissions";

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

/** Menus of a company, each with the permission that its calls need. */
const OF_COMPANY: readonly (readonly [menu: Menu, needs: MemberPermission])[] = [
  [{ key: "home", path: "/" }, "read"],
  [{ key: "wallet", path: "/wallet" }, "read"],
  [{ key: "cards", path: "/cards" }, "read"],
  [{ key: "card-application", path: "/card-application" }, "manage_cards"],
  [{ key: "transactions", path: "/transactions" }, "read"],
  [{ key: "bills", path: "/bills" }, "read"],
  [{ key: "risk-monitoring", path: "/risk-monitoring" }, "read"],
  [{ key: "risk-strategies", path: "/risk-strategies" }, "read"],
  [{ key: "reconciliation", path: "/reconciliation" }, "export"],
  [{ key: "pending-reviews", path: "/pending-reviews" }, "read"],
  [{ key: "logs", path: "/logs" }, "read_log"],
  [{ key: "customer-service", path: "/customer-service" }, "contact_support"],
  [{ key: "company", path: "/company" }, "read"],
];

/** Returns the menus that a member sees while acting for a company. */
export function companyMenusOf(role: MemberRole): readonly Menu[] {
  const permissions = ROLE_PERMISSIONS[role];
  return OF_COMPANY.flatMap(([menu, needs]) => (permissions[needs] === undefined ? [] : [menu]));
}
