import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";
import { createSwcExtractor } from "@lingui/native-tools";

/**
 * Parts of the console whose texts load with their screens (`loadTexts`), which keeps the first
 * file of each language small. Keyed by catalog name.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  /** Rules, and the payments that rules stopped. */
  risk: [
    "features/authorization/rules",
    "screens/authorization/risk-strategies",
    "screens/authorization/stopped-payment",
  ],
  /** Cases waiting for a decision. */
  reviews: [
    "features/back-office/cases",
    "features/cards/mandates",
    "features/insights/bills/payment-mandate.tsx",
    "screens/back-office/pending-reviews",
    "screens/back-office/operator-reviews",
  ],
  /** Insights into the payments of a customer or a card. */
  insight: [
    "features/insights/risk-insight",
    "features/insights/forecast",
    "screens/insights/risk-monitoring",
  ],
  /** Simulated scenarios without real money. */
  practice: ["features/simulator/scenarios", "screens/simulator/practice"],
  /** The download of all data stored about a customer. */
  "my-data": ["features/identity/my-data", "screens/identity/my-data"],
  /** What customers' software uses: keys and webhooks. */
  "api-keys": [
    "features/developers/webhooks",
    "features/identity/api-keys",
    "screens/identity/api-keys",
  ],
  /** Companies, their members and invitations. */
  companies: ["features/identity/companies"],
  /** Receipts of payments, and notes for bookkeeping. */
  receipts: ["features/insights/bills/receipts", "screens/insights/receipts"],
  /** Reconciliation statements. */
  reconciliation: ["features/insights/statements", "screens/insights/reconciliation"],
  /** The audit log. */
  logs: ["features/back-office/audit-log", "screens/back-office/logs", "screens/back-office/audit"],
  /** Management of announcements. */
  announcements: ["features/back-office/announcements/manage"],
  /** The help center, and support conversations as seen by customers and operators. */
  support: [
    "features/back-office/support",
    "screens/back-office/customer-service",
    "screens/back-office/support-desk",
  ],
  /** Legal pages and their acceptance. */
  legal: ["features/identity/legal", "screens/identity/legal"],
  /** The public status page. */
  status: ["features/back-office/status", "screens/back-office/status"],
  /** Performance of the program, its products, fees and limits. */
  programme: [
    "features/back-office/dashboard",
    "features/back-office/bank",
    "features/back-office/reconciliation",
    "features/back-office/reserves",
    "screens/back-office/bank",
    "features/authorization/unmatched",
    "features/back-office/program",
    "ui/decision",
    "screens/back-office/board",
    "screens/authorization/network",
    "screens/back-office/program",
  ],
  /** Operators' pages about customers. */
  customers: ["features/back-office/customers", "screens/back-office/customers"],
  /** Operators' navigation and texts shown to operators only. */
  operators: [
    "features/identity/operators/operator-places.ts",
    "features/identity/operators/role-chip.tsx",
  ],
  /** Management of operators by administrators. */
  "manage-operators": ["features/identity/operators/manage", "screens/identity/operators"],
  /** Pages for an invited operator. */
  invitation: ["features/identity/accounts/invitation"],
  /** Tables that replace lists on wide screens. */
  table: ["ui/table", "features/insights/bills/table"],
  /** Withdrawals. */
  withdrawals: [
    "features/money-movement/payouts",
    "screens/money-movement/withdraw",
    "screens/money-movement/not-me",
  ],
  /** Exchanges between a customer's own accounts. */
  exchange: [
    "features/money-movement/exchange",
    "screens/money-movement/exchange",
    "features/insights/bills/account-exchange-facts.tsx",
  ],
  /** Bank transfers. */
  bank: ["features/money-movement/bank"],
  /** Changing the email address. */
  "email-change": ["features/identity/email-change"],
  /** Texts about closing an account. */
  "account-closing": ["features/identity/account-closing", "screens/identity/close-account"],
  /** The form for the details that a card issuer needs about a customer. */
  holder: ["features/cards/applications/holder"],
  /** Card settings for the card's owner, and the action that freezes all cards. */
  "card-settings": [
    "features/cards/my-cards/settings",
    "features/cards/my-cards/freeze-all",
    "features/cards/my-cards/card-options-sheet.tsx",
  ],
  /** Identity verification for the owner of a card on hold. */
  verification: ["features/cards/my-cards/verification"],
  /** Second factors. */
  factors: ["features/identity/accounts/factors", "ui/proof/factor-field.tsx"],
};

const folders = (names: readonly string[]) => names.map((name) => `<rootDir>/src/${name}`);

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "zh-CN", "zh-TW"],
  // From the same package as the macro transform in the build, so that both derive the same message
  // ids.
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
  // Omits file names and line numbers, so that branches that each add strings merge cleanly.
  format: formatter({ origins: false, lineNumbers: false, printPlaceholdersInComments: false }),
  orderBy: "message",
});
