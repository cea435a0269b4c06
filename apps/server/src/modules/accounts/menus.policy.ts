import type { Menu, Role } from "@tessera/contract/accounts/accounts.schemas";

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
const ANNOUNCEMENTS: Menu = { key: "announcements", path: "/system/announcements" };

const BY_ROLE: Readonly<Record<Role, readonly Menu[]>> = {
  customer: CUSTOMER,
  support: [ANNOUNCEMENTS, PROFILE],
  reviewer: [PROFILE],
  administrator: [ANNOUNCEMENTS, PROFILE],
  auditor: [PROFILE],
};

/** Where in the console a role may go. What it may do is decided call by call. */
export function menusOf(role: Role): readonly Menu[] {
  return BY_ROLE[role];
}
