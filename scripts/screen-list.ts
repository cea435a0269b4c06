import type { Page } from "@playwright/test";
import type { Locale, Say } from "../e2e/src/words.ts";
import type { SignIn } from "./sign-in.ts";

export interface Screen {
  /** The name of the screenshot. */
  readonly name: string;
  /**
   * Who views the screen: a visitor who is not signed in, the demo customer, a newly registered
   * customer, or an operator.
   */
  readonly access: "public" | "customer" | "newcomer" | "operator";
  readonly path: (signIn: SignIn) => string;
  /** Languages to show in addition to English. */
  readonly alsoIn?: readonly Locale[];
  /** Brings the page to the intended state by operating its controls. */
  readonly arrange?: (page: Page, signIn: SignIn, say: Say) => Promise<void>;
}

type Rest = Pick<Screen, "alsoIn" | "arrange">;

const BOTH_CHINESE = { alsoIn: ["zh-CN", "zh-TW"] } as const;

const screenOf =
  (access: Screen["access"]) =>
  (name: string, path: string | Screen["path"], rest: Rest = {}): Screen => ({
    name,
    access,
    path: typeof path === "string" ? () => path : path,
    ...rest,
  });
const open = screenOf("public");
const own = screenOf("customer");
const fresh = screenOf("newcomer");
const desk = screenOf("operator");

const card: Screen["path"] = ({ cardId }) => `/cards/${cardId}`;

const customerTab =
  (tab?: string): Screen["path"] =>
  ({ customerId }) =>
    `/system/customers/${customerId}${tab === undefined ? "" : `?tab=${tab}`}`;

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).first().click();
}

async function typeAmount(page: Page, label: string, amount: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(amount);
}

async function typeFunds(page: Page): Promise<void> {
  await press(page, "Add funds");
  await typeAmount(page, "Amount to add", "500");
  await page.getByRole("button", { name: "Review", exact: true, disabled: false }).waitFor();
}

async function askForAddress(page: Page): Promise<void> {
  await typeAmount(page, "Amount in USDT", "500");
  await press(page, "Get deposit address");
  await page.getByText("Waiting for payment").waitFor();
}

/** Every route of the console, plus the additional states of routes that have several. */
export const screens: readonly Screen[] = [
  open("login", "/login", BOTH_CHINESE),
  open("login-refused", "/login", { arrange: (page) => press(page, "Sign in") }),
  open("login-expired", "/login?expired=1"),
  open("register", "/register", BOTH_CHINESE),
  open("reset-password", "/reset-password"),
  open("verify-email-failed", "/verify-email"),
  open("not-me", "/not-me#abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq", BOTH_CHINESE),
  open("not-me-without-link", "/not-me"),
  open("operator-invitation-invalid", "/operator-invitation#vi1_unknown", BOTH_CHINESE),
  open("operator-invitation-without-link", "/operator-invitation"),
  open("keep-account", "/keep-account#abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq", BOTH_CHINESE),
  open("keep-account-without-link", "/keep-account"),
  open("legal-terms", "/legal/terms", BOTH_CHINESE),
  open("legal-privacy", "/legal/privacy"),
  open("legal-security", "/legal/security"),
  open("legal-agreement", "/legal/agreement"),
  open("status", "/status", BOTH_CHINESE),

  own("home", "/", BOTH_CHINESE),
  own("home-announcement", "/", {
    arrange: async (page) => {
      await page.evaluate(() => localStorage.removeItem("tessera-announcement-hidden-at"));
      await page.reload();
      await page.getByRole("dialog").waitFor();
    },
  }),
  own("home-failed", "/", {
    arrange: async (page) => {
      await page.route("**/api/cards", (route) => route.fulfill({ status: 503, body: "{}" }));
      await page.reload();
      await page.getByText("Try again").first().waitFor();
      await page.unroute("**/api/cards");
    },
  }),
  own("cards", "/cards"),
  own("card-detail", card, BOTH_CHINESE),
  own("card-options", card, { arrange: (page) => press(page, "More") }),
  own("card-details-sheet", card, { arrange: (page) => press(page, "Details") }),
  own("card-details-shown", card, {
    arrange: async (page, { password }) => {
      await press(page, "Details");
      await page.getByLabel("Password", { exact: true }).fill(password);
      await press(page, "Show details");
      await page.getByText("Card number", { exact: true }).waitFor();
    },
  }),
  own("card-frozen", ({ frozenCardId }) => `/cards/${frozenCardId}`),
  own("card-missing", "/cards/card_00000000-0000-7000-8000-000000000000"),
  own("add-funds", card, { arrange: typeFunds }),
  own("add-funds-confirm", card, {
    arrange: async (page) => {
      await typeFunds(page);
      await press(page, "Review");
    },
  }),
  own("transfer-out", card, {
    arrange: async (page) => {
      await press(page, "Transfer out");
      await typeAmount(page, "Amount to transfer out", "20");
    },
  }),
  own("freeze", card, { arrange: (page) => press(page, "Freeze") }),
  own("card-application", "/card-application"),
  own("card-selection", "/card-selection", BOTH_CHINESE),
  own("card-create", ({ segmentId }) => `/card-create?segment=${segmentId}`),
  own("close-account", "/close-account", BOTH_CHINESE),
  fresh("close-account-nothing-left", "/close-account"),
  own("wallet", "/wallet", BOTH_CHINESE),
  own("wallet-deposit", "/wallet/deposit"),
  own("wallet-deposit-waiting", "/wallet/deposit", {
    arrange: askForAddress,
  }),
  own("wallet-deposit-seen", "/wallet/deposit", {
    arrange: async (page) => {
      await askForAddress(page);
      await press(page, "Simulate payment");
      await page.getByText("Payment detected").waitFor();
    },
  }),
  own("wallet-withdraw", "/wallet/withdraw", BOTH_CHINESE),
  own("wallet-withdraw-new-address", "/wallet/withdraw", {
    arrange: async (page) => {
      await press(page, "Add an address");
      await page.getByRole("dialog").waitFor();
    },
  }),
  own("withdrawal", ({ withdrawalId }) => `/wallet/withdraw?id=${withdrawalId}`, BOTH_CHINESE),
  own("wallet-asset-detail", "/wallet/asset-detail"),
  own("wallet-transaction-history", "/wallet/transaction-history"),
  own("transactions", "/transactions", BOTH_CHINESE),
  own("transactions-none", "/transactions?q=nothing%20is%20called%20this"),
  own("transaction-open", "/transactions", {
    arrange: async (page) => {
      await page.getByText("Booking.com").first().click();
      await page.getByRole("dialog").waitFor();
    },
  }),
  own("bills", "/bills"),
  own("profile", "/profile", BOTH_CHINESE),
  own("second-factor", "/profile", {
    ...BOTH_CHINESE,
    arrange: async (page) => {
      await page.locator("main button:has(svg.lucide-shield-check)").first().click();
      await page.getByRole("dialog").waitFor();
    },
  }),
  own("risk-monitoring", "/risk-monitoring"),
  own("risk-strategies", "/risk-strategies"),
  own("risk-templates", "/risk-strategies?tab=templates", BOTH_CHINESE),
  own("risk-log", "/risk-strategies?tab=log"),
  own("risk-rule", "/risk-strategies?rule=new&template=monthly-cap", BOTH_CHINESE),
  own("practice", "/practice", BOTH_CHINESE),
  own("practice-hotel", "/practice?scenario=hotel", {
    ...BOTH_CHINESE,
    arrange: async (page, _signIn, say) => {
      const begin = page.getByRole("button", { name: say("Start practice") });
      // The screenshots of all looks share one customer. So every step may have been played, and a
      // step that two looks play at the same time fails in one of them.
      const next = page
        .getByRole("button", { name: say("Play next step") })
        .or(page.getByRole("button", { name: say("Play again") }));
      const played = page.getByText(say("In the ledger"), { exact: true });
      const failed = page.getByRole("alert");
      await begin.or(next).first().waitFor();
      if (await begin.isVisible()) {
        await begin.click();
      }
      await next.click();
      await played.or(failed).first().waitFor();
      if (await failed.first().isVisible()) {
        await next.click();
        await played.first().waitFor();
      }
    },
  }),
  own("my-data", "/profile/my-data", BOTH_CHINESE),
  own("reconciliation", "/reconciliation"),
  own("reconciliation-made", "/reconciliation", {
    ...BOTH_CHINESE,
    arrange: async (page) => {
      await page.locator("form button[type=submit]").click();
      await page.getByRole("article").locator("svg.lucide-download").first().waitFor();
    },
  }),
  own("pending-reviews", "/pending-reviews", BOTH_CHINESE),
  own("pending-reviews-with-us", "/pending-reviews?tab=us"),
  own("review-case", ({ caseId }) => `/pending-reviews?tab=us&open=${caseId}`, BOTH_CHINESE),
  own("logs", "/logs", BOTH_CHINESE),
  own("logs-none", "/logs?q=nothing%20is%20called%20this"),
  own("log-open", "/logs?category=card", {
    arrange: (page) => page.locator("[data-row] button").first().click(),
  }),
  own("customer-service", "/customer-service", BOTH_CHINESE),
  own("help-article", "/customer-service?article=declines", BOTH_CHINESE),
  own("support-write", "/customer-service?write=1"),
  own(
    "conversation",
    ({ conversationId }) => `/customer-service?conversation=${conversationId}`,
    BOTH_CHINESE,
  ),
  own("operators-only", "/system/customers"),

  desk("board", "/system/board", BOTH_CHINESE),
  desk("board-month", "/system/board?window=30d"),
  desk("operator-reviews", "/system/reviews", BOTH_CHINESE),
  desk("operator-case", ({ caseId }) => `/system/reviews?open=${caseId}`, BOTH_CHINESE),
  desk("customers", "/system/customers", BOTH_CHINESE),
  desk("corrections", "/system/customers?view=corrections", BOTH_CHINESE),
  desk("customer", customerTab(), BOTH_CHINESE),
  desk("customer-cards", customerTab("cards")),
  desk("customer-books", customerTab("books")),
  desk("customer-risk", customerTab("risk")),
  desk("customer-records", customerTab("records"), BOTH_CHINESE),
  desk("customer-notes", customerTab("notes")),
  desk("customer-corrections", customerTab("corrections")),
  desk("support-desk", "/system/support", BOTH_CHINESE),
  desk(
    "desk-conversation",
    ({ conversationId }) => `/system/support?conversation=${conversationId}`,
    BOTH_CHINESE,
  ),
  desk("network", "/system/network", BOTH_CHINESE),
  desk("program", "/system/programme", BOTH_CHINESE),
  desk("program-line", ({ segmentId }) => `/system/programme?open=${segmentId}`),
  desk("program-fees", "/system/programme?tab=fees", BOTH_CHINESE),
  desk("program-limits", "/system/programme?tab=limits", BOTH_CHINESE),
  desk("operators", "/system/operators", BOTH_CHINESE),
  desk("operators-invitations", "/system/operators?tab=invitations"),
  desk("operators-proposals", "/system/operators?tab=proposals", BOTH_CHINESE),
  desk("program-rules", "/system/programme?tab=rules", BOTH_CHINESE),
  desk(
    "program-rule",
    "/system/programme?tab=rules&open=prul_00000000-0000-7000-8000-000000000001",
    BOTH_CHINESE,
  ),
  desk("announcements", "/system/announcements", BOTH_CHINESE),
  desk("audit", "/system/audit", BOTH_CHINESE),
  desk("operator-profile", "/profile"),

  fresh("home-empty", "/", BOTH_CHINESE),
  fresh("cards-empty", "/cards"),
  fresh("wallet-empty", "/wallet"),
  fresh("bills-empty", "/bills"),
];
