import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";
import { createSwcExtractor } from "@lingui/native-tools";

/**
 * Parts of the console whose texts come with the screens that they are for (`loadTexts`), so that a
 * language's first file stays small; by the name of their catalogue.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  /** What is told of rules, and of payments that they stopped. */
  risk: [
    "features/authorization/rules",
    "screens/authorization/risk-strategies",
    "screens/authorization/stopped-payment",
  ],
  /** What is told of whatever is held for somebody's word. */
  reviews: [
    "features/back-office/cases",
    "screens/back-office/pending-reviews",
    "screens/back-office/operator-reviews",
  ],
  /** What is read out of a customer's and a card's payments. */
  insight: [
    "features/insights/risk-insight",
    "features/insights/forecast",
    "screens/insights/risk-monitoring",
  ],
  /** What is told of scenarios that are played without real money. */
  practice: ["features/simulator/scenarios", "screens/simulator/practice"],
  /** The archive of everything stored about a customer. */
  "my-data": ["features/identity/my-data", "screens/identity/my-data"],
  /** What is told of statements to reconcile with. */
  reconciliation: ["features/insights/statements", "screens/insights/reconciliation"],
  /** What is read out of the record. */
  logs: ["features/back-office/audit-log", "screens/back-office/logs", "screens/back-office/audit"],
  /** What those see who write announcements. */
  announcements: ["features/back-office/announcements/manage"],
  /** What is told in the help centre, and in conversations with support, on both sides. */
  support: [
    "features/back-office/support",
    "screens/back-office/customer-service",
    "screens/back-office/support-desk",
  ],
  /** What is said around the legal texts, and asked of those who accept them. */
  legal: ["features/identity/legal", "screens/identity/legal"],
  /** How the programme is doing, and what it offers, charges and allows. */
  programme: [
    "features/back-office/dashboard",
    "features/authorization/unmatched",
    "features/back-office/program",
    "screens/back-office/board",
    "screens/authorization/network",
    "screens/back-office/program",
  ],
  /** What operators read of customers, and do for them. */
  customers: ["features/back-office/customers", "screens/back-office/customers"],
  /** Where operators go, and what is told to them alone. */
  operators: [
    "features/identity/operators/operator-places.ts",
    "features/identity/operators/role-chip.tsx",
  ],
  /** What administrators read of operators, and decide about them. */
  "manage-operators": ["features/identity/operators/manage", "screens/identity/operators"],
  /** What an invited operator reads. */
  invitation: ["features/identity/accounts/invitation"],
  /** What a list says as a table, on wide screens. */
  table: ["ui/table", "features/insights/bills/table"],
  /** What is told of money that leaves. */
  withdrawals: [
    "features/money-movement/payouts",
    "screens/money-movement/withdraw",
    "screens/money-movement/not-me",
  ],
  /** What is told of another email, and asked of who wants one. */
  "email-change": ["features/identity/email-change"],
  /** Texts about closing an account. */
  "account-closing": ["features/identity/account-closing", "screens/identity/close-account"],
  /** The form for the details that a card issuer needs about a customer. */
  holder: ["features/cards/applications/holder"],
  /** What a card's owner sets on it, and freezing all cards. */
  "card-settings": [
    "features/cards/my-cards/settings",
    "features/cards/my-cards/freeze-all",
    "features/cards/my-cards/card-options-sheet.tsx",
  ],
  /** What the owner of a card on hold is asked. */
  verification: ["features/cards/my-cards/verification"],
  /** What is told of second factors, and asked of those who have one. */
  factors: ["features/identity/accounts/factors", "ui/proof/factor-field.tsx"],
};

const folders = (names: readonly string[]) => names.map((name) => `<rootDir>/src/${name}`);

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "zh-CN", "zh-TW"],
  // The same engine as in the build, so that both derive the same ids from a text.
  extractors: [createSwcExtractor()],
  catalogs: [
    {
      path: "<rootDir>/src/i18n/locales/{locale}",
      include: ["<rootDir>/src"],
      exclude: folders(Object.values(PARTS).flat()),
    },
    ...Object.entries(PARTS).map(([name, names]) => ({
      path: `<rootDir>/src/i18n/locales/${name}/{locale}`,
      include: folders(names),
    })),
  ],
  // Neither file names nor line numbers, so that two branches that each add a string merge.
  format: formatter({ origins: false, lineNumbers: false, printPlaceholdersInComments: false }),
  orderBy: "message",
});
