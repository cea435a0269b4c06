import type { Page } from "@playwright/test";
import { LEGAL_VERSIONS } from "@tessera/contract/identity/legal-versions";
import type { Say } from "../../e2e/src/words.ts";
import { depositScreens } from "./deposit-screens.ts";
import {
  type Arrange,
  answering,
  failing,
  opened,
  press,
  type Screen,
  screenOf,
  through,
  waiting,
} from "./screen.ts";

const own = screenOf("customer");
const fresh = screenOf("newcomer");

const card: Screen["path"] = ({ cardId }) => `/cards/${cardId}`;
const reviewCase: Screen["path"] = ({ caseId }) => `/pending-reviews?tab=us&open=${caseId}`;

async function typeAmount(page: Page, label: string, amount: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(amount);
}

const typeFunds: Arrange = async (page, signIn, say) => {
  await press("Add funds")(page, signIn, say);
  await typeAmount(page, say("Amount to add"), "500");
  const review = { name: say("Review"), exact: true, disabled: false };
  await page.getByRole("button", review).waitFor();
};

const askForAddress: Arrange = async (page, signIn, say) => {
  await typeAmount(page, say("Amount in {asset}", { asset: "USDT" }), "500");
  await press("Get deposit address")(page, signIn, say);
  await page.getByText(say("Waiting for payment")).first().waitFor();
};

/** A customer has at most five open deposits. */
const cancelDeposit: Arrange = async (page, signIn, say) => {
  await opened("Cancel deposit")(page, signIn, say);
  const confirm = page
    .getByRole("alertdialog")
    .getByRole("button", { name: say("Cancel deposit") });
  await confirm.click();
  await page.getByText(say("Deposit canceled")).first().waitFor();
};

const showAnnouncement: Arrange = async (page) => {
  await page.evaluate(() => localStorage.removeItem("tessera-announcement-hidden-at"));
  await page.reload();
  await page.getByRole("dialog").waitFor();
};

const showCardDetails: Arrange = async (page, signIn, say) => {
  await press("Details")(page, signIn, say);
  await page.getByLabel(say("Password"), { exact: true }).fill(signIn.password);
  await press("Show details")(page, signIn, say);
  await page.getByText(say("Card number"), { exact: true }).waitFor();
};

/** Shows a version of the privacy policy that the customer has not accepted. */
const askForAcceptance: Arrange = async (page) => {
  const version = LEGAL_VERSIONS.privacy.length;
  const text = { text: "privacy", version, effectiveFrom: "2026-11-24T00:00:00.000Z" };
  await answering(page, "**/api/legal/outstanding", () => ({
    texts: [{ ...text, changes: null, acceptedVersion: version - 1 }],
    nextVersionInSeconds: null,
  }));
  await page.getByRole("dialog").waitFor();
};

/** Shows that the account is closing. */
const close: Arrange = async (page) => {
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  await answering(page, "**/api/account-closing/current", () => ({
    closing: { state: "cooling", askedAt: at(-3), endsAt: at(11), closedAt: null, named: [] },
  }));
  await page.getByRole("status").first().waitFor();
};

/** Shows the customer's open case as one that was rejected. */
const reject: Arrange = async (page) => {
  const appealUntil = new Date(Date.now() + 7 * 86_400_000).toISOString();
  await answering(page, /\/api\/reviews\/[^/?]+$/, (detail) => ({
    ...(detail as object),
    ...{ status: "rejected", canWithdraw: false, missing: [], appealUntil },
  }));
};

async function playHotel(page: Page, say: Say): Promise<void> {
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
}

const cardScreens = [
  own("home", "/"),
  own("home-announcement", "/", showAnnouncement),
  own("home-failed", "/", failing("**/api/cards")),
  waiting(own("home-loading", "/"), "**/api/cards"),
  own("cards", "/cards"),
  own("cards-freeze-all", "/cards", opened("Freeze all cards")),
  own("card-detail", card),
  own("card-options", card, press("More")),
  own("card-label", card, opened("^Name and tags")),
  own("card-own-limits", card, opened("More", "^Spending limits")),
  own("card-draw", card, opened("More", "^Draw on the account")),
  own("card-auto-top-up", card, opened("Set up")),
  own("card-blocked-hours", card, opened("More", "^Blocked hours")),
  own("card-replace", card, opened("More", "^Replace card")),
  own("card-close", card, opened("More", "^Close card")),
  own("card-safe-to-spend", card, opened("^Safe to spend")),
  own("card-preflight", card, opened("More", "^Will it go through?")),
  own("card-details-sheet", card, press("Details")),
  own("card-details-shown", card, showCardDetails),
  own("card-frozen", ({ frozenCardId }) => `/cards/${frozenCardId}`),
  own("card-missing", "/cards/card_00000000-0000-7000-8000-000000000000"),
  own("add-funds", card, typeFunds),
  own("add-funds-confirm", card, async (page, signIn, say) => {
    await typeFunds(page, signIn, say);
    await press("Review")(page, signIn, say);
  }),
  own("transfer-out", card, async (page, signIn, say) => {
    await press("Transfer out")(page, signIn, say);
    await typeAmount(page, say("Amount to transfer out"), "20");
  }),
  own("freeze", card, press("Freeze")),
  own("card-application", "/card-application"),
  own("card-selection", "/card-selection"),
  own("card-create", ({ segmentId }) => `/card-create?segment=${segmentId}`),
  own(
    "card-create-refused",
    ({ segmentId }) => `/card-create?segment=${segmentId}`,
    async (page, _signIn, say) => {
      await page.getByText(say("Custom address"), { exact: true }).click();
      await page.locator("form button[type=submit]").click();
    },
  ),
];

/** Shows the rates of 30 days, which a new sandbox does not have. */
const withRates: Arrange = async (page) => {
  const points = Array.from({ length: 30 }, (_, day) => ({
    at: new Date(Date.now() - (29 - day) * 86_400_000).toISOString(),
    rate: (0.855 + 0.01 * Math.sin(day / 4) + 0.0004 * (day % 3)).toFixed(8),
  }));
  const json = { from: "USD", to: "EUR", points };
  await page.route("**/api/wallet/rates/history*", (route) => route.fulfill({ json }));
  await page.reload();
  await page.locator("main svg path").first().waitFor();
};

const walletScreens = [
  own("wallet", "/wallet"),
  own("wallet-deposit", "/wallet/deposit"),
  own("wallet-deposit-waiting", "/wallet/deposit", askForAddress, cancelDeposit),
  own("wallet-deposit-seen", "/wallet/deposit", async (page, signIn, say) => {
    await askForAddress(page, signIn, say);
    await press("Simulate payment")(page, signIn, say);
    await page.getByText(say("Payment detected")).first().waitFor();
  }),
  own("wallet-withdraw", "/wallet/withdraw"),
  own("wallet-withdraw-new-address", "/wallet/withdraw", opened("Add an address")),
  own("wallet-withdraw-address", "/wallet/withdraw", async (page, _signIn, say) => {
    const name = new RegExp(say("Details for {name}").replace("{name}", ".+"));
    await page.getByRole("button", { name }).first().click();
    await page.getByRole("dialog").waitFor();
  }),
  own("withdrawal", ({ withdrawalId }) => `/wallet/withdraw?id=${withdrawalId}`),
  own("wallet-exchange", "/wallet/exchange"),
  own("wallet-exchange-chart", "/wallet/exchange", withRates),
  own("wallet-exchange-confirm", "/wallet/exchange", async (page, _signIn, say) => {
    await typeAmount(page, say("Amount to exchange"), "20");
    await page.locator("form button[type=submit]:enabled").click();
    await page.getByRole("dialog").waitFor();
  }),
  own("wallet-asset-detail", "/wallet/asset-detail"),
  own("wallet-asset-detail-export", "/wallet/asset-detail", opened("Export")),
  own("wallet-transaction-history", "/wallet/transaction-history"),
  own("transactions", "/transactions"),
  own("transactions-none", "/transactions?q=nothing%20is%20called%20this"),
  own("transactions-failed", "/transactions", failing(/\/api\/transactions\?/)),
  own("transactions-dates", "/transactions", opened("All dates")),
  own("transactions-amounts", "/transactions", opened("Any amount")),
  own("transaction-open", "/transactions", async (page) => {
    await page.getByText("Booking.com").first().click();
    await page.getByRole("dialog").waitFor();
  }),
  own("bills", "/bills"),
];

const accountScreens = [
  own("profile", "/profile"),
  own("profile-username", "/profile", opened("^Username")),
  own("profile-email", "/profile", opened("^Email")),
  own("profile-password", "/profile", opened("^Change password")),
  own("profile-devices", "/profile", opened("^Signed-in devices")),
  own("second-factor", "/profile", through("main button:has(svg.lucide-shield-check)")),
  own("legal-acceptance", "/profile", askForAcceptance),
  own("my-data", "/profile/my-data"),
  own("api-keys", "/profile/api-keys"),
  own("webhook-create", "/profile/api-keys", opened("^Create a webhook")),
  own("close-account", "/close-account"),
  fresh("close-account-nothing-left", "/close-account"),
  own("logs", "/logs"),
  own("logs-none", "/logs?q=nothing%20is%20called%20this"),
  own("log-open", "/logs?category=card", through("[data-row] button")),
  own("customer-service", "/customer-service"),
  own("help-article", "/customer-service?article=declines"),
  own("support-write", "/customer-service?write=1"),
  own("conversation", ({ conversationId }) => `/customer-service?conversation=${conversationId}`),
  own("operators-only", "/system/customers"),
];

const riskScreens = [
  own("risk-monitoring", "/risk-monitoring"),
  own("risk-strategies", "/risk-strategies"),
  own("risk-templates", "/risk-strategies?tab=templates"),
  own("risk-log", "/risk-strategies?tab=log"),
  own("risk-rule", "/risk-strategies?rule=new&template=monthly-cap"),
  own("practice", "/practice"),
  own("receipts", "/receipts"),
  own("practice-hotel", "/practice?scenario=hotel", (page, _signIn, say) => playHotel(page, say)),
  own("reconciliation", "/reconciliation"),
  own("reconciliation-made", "/reconciliation", async (page) => {
    await page.locator("form button[type=submit]").click();
    await page.getByRole("article").locator("svg.lucide-download").first().waitFor();
  }),
  own("pending-reviews", "/pending-reviews"),
  own("pending-reviews-with-us", "/pending-reviews?tab=us"),
  own("review-case", reviewCase),
  own("review-rejected", reviewCase, reject),
  own("review-appeal", reviewCase, async (page, signIn, say) => {
    await reject(page, signIn, say);
    await opened("Appeal")(page, signIn, say);
  }),
];

/** The screens of the demo customer, and of a customer who has no data yet. */
export const customerScreens = [
  ...cardScreens,
  ...walletScreens,
  ...depositScreens,
  ...accountScreens,
  ...riskScreens,
  own("home-closing", "/", close),
  fresh("home-empty", "/"),
  fresh("cards-empty", "/cards"),
  fresh("wallet-empty", "/wallet"),
  fresh("bills-empty", "/bills"),
  fresh("pending-reviews-empty", "/pending-reviews"),
  fresh("customer-service-empty", "/customer-service"),
  fresh("risk-monitoring-empty", "/risk-monitoring"),
  fresh("risk-strategies-empty", "/risk-strategies"),
];
