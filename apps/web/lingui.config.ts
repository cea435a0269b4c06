import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";

/**
 * Parts of the console whose texts come with the screens that they are for (`loadTexts`), so that a
 * language's first file stays small; by the name of their catalogue.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  /** What is told of rules, and of payments that they stopped. */
  risk: ["features/risk", "screens/risk-strategies", "screens/stopped-payment"],
  /** What is told of whatever is held for somebody's word. */
  reviews: ["features/reviews", "screens/pending-reviews", "screens/operator-reviews"],
  /** What is read out of a customer's and a card's payments. */
  insight: ["features/insight", "features/outlook", "screens/risk-monitoring"],
  /** What is told of scenarios that are played without real money. */
  practice: ["features/practice", "screens/practice"],
  /** The archive of everything stored about a customer. */
  "my-data": ["features/my-data", "screens/my-data"],
  /** What is told of statements to reconcile with. */
  reconciliation: ["features/reconciliation", "screens/reconciliation"],
  /** What is read out of the record. */
  logs: ["features/logs", "screens/logs", "screens/audit"],
  /** What those see who write announcements. */
  announcements: ["features/announcements/manage"],
  /** What is told in the help centre, and in conversations with support, on both sides. */
  support: ["features/support", "screens/customer-service", "screens/support-desk"],
  /** What is said around the legal texts, and asked of those who accept them. */
  legal: ["features/legal", "screens/legal"],
  /** How the programme is doing, and what it offers, charges and allows. */
  programme: [
    "features/board",
    "features/network",
    "features/programme",
    "screens/board",
    "screens/network",
    "screens/programme",
  ],
  /** What operators read of customers, and do for them. */
  customers: ["features/customers", "screens/customers"],
  /** Where operators go, and what is told to them alone. */
  operators: ["features/operators/operator-places.ts", "features/operators/role-chip.tsx"],
  /** What administrators read of operators, and decide about them. */
  "manage-operators": ["features/operators/manage", "screens/operators"],
  /** What an invited operator reads. */
  invitation: ["features/accounts/invitation"],
  /** What a list says as a table, on wide screens. */
  table: ["ui/table", "features/bills/table"],
  /** What is told of money that leaves. */
  withdrawals: ["features/withdrawals", "screens/withdraw", "screens/not-me"],
  /** What is told of another email, and asked of who wants one. */
  "email-change": ["features/email-change"],
  /** Texts about closing an account. */
  "account-closing": ["features/account-closing", "screens/close-account"],
  /** The form for the details that a card issuer needs about a customer. */
  holder: ["features/issuing/holder"],
  /** What a card's owner sets on it, and freezing all cards. */
  "card-settings": [
    "features/cards/settings",
    "features/cards/freeze-all",
    "features/cards/card-options-sheet.tsx",
  ],
  /** What the owner of a card on hold is asked. */
  verification: ["features/cards/verification"],
  /** What is told of second factors, and asked of those who have one. */
  factors: ["features/accounts/factors", "ui/proof/factor-field.tsx"],
};

const folders = (names: readonly string[]) => names.map((name) => `<rootDir>/src/${name}`);

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "zh-CN", "zh-TW"],
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
