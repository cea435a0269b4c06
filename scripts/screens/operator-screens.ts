import { type Arrange, failing, opened, press, type Screen, screenOf, through } from "./screen.ts";

const desk = screenOf("operator");

const PROGRAM = "/system/programme";
const RULE = `${PROGRAM}?tab=rules&open=prul_00000000-0000-7000-8000-000000000001`;
const caseOf: Screen["path"] = ({ caseId }) => `/system/reviews?open=${caseId}`;
const threadOf: Screen["path"] = ({ conversationId }) =>
  `/system/support?conversation=${conversationId}`;

const customerTab =
  (tab?: string): Screen["path"] =>
  ({ customerId }) =>
    `/system/customers/${customerId}${tab === undefined ? "" : `?tab=${tab}`}`;

/** Presses a button of a case, which the operator takes over first if nobody has. */
const inCase =
  (name: string): Arrange =>
  async (page, signIn, say) => {
    const takeOver = page.getByRole("button", { name: say("Take over"), exact: true });
    const wanted = page.getByRole("button", { name: say(name), exact: true });
    await takeOver.or(wanted).first().waitFor();
    if (!(await wanted.isVisible())) {
      await takeOver.click();
    }
    await opened(name)(page, signIn, say);
  };

/** Opens the demo's reviewer, and then a sheet about that operator. */
const reviewer =
  (name?: string): Arrange =>
  async (page, signIn, say) => {
    await page
      .getByRole("link", { name: /reviewer/ })
      .first()
      .click();
    await page.getByRole("button", { name: say("Change role") }).waitFor();
    await (name === undefined ? undefined : opened(name)(page, signIn, say));
  };

const backtest: Arrange = async (page, _signIn, say) => {
  const name = say("Backtest on the last {DAYS} days", { DAYS: "30" });
  await page.getByRole("button", { name }).click();
  // The result is the only status with an icon; the empty ones announce what happens later.
  await page.locator("form [role=status] p, form [role=alert]").first().waitFor();
};

const queueScreens = [
  desk("board", "/system/board"),
  desk("board-month", "/system/board?window=30d"),
  desk("board-failed", "/system/board", failing("**/api/admin/board*")),
  desk("breaks", "/system/board?tab=all"),
  desk("breaks-none", "/system/board?tab=all&state=resolved&age=older"),
  desk("breaks-failed", "/system/board?tab=all", failing("**/api/admin/reconciliation/breaks*")),
  desk("operator-reviews", "/system/reviews"),
  desk("operator-case", caseOf),
  desk("operator-case-ask", caseOf, inCase("Ask")),
  desk("network", "/system/network"),
  desk("network-none", "/system/network?q=nothing%20is%20called%20this"),
  desk("network-open", "/system/network", through("main a[href*='open=']")),
  desk("bank", "/system/bank"),
  desk("bank-open", "/system/bank", through("main a[href*='open=']")),
  desk("bank-return", "/system/bank", async (page, signIn, say) => {
    await through("main a[href*='open=']")(page, signIn, say);
    await opened("Return to the payer")(page, signIn, say);
  }),
  desk("bank-statements", "/system/bank?tab=statements"),
  desk("support-desk", "/system/support"),
  desk("support-desk-none", "/system/support?q=nothing%20is%20called%20this"),
  desk("desk-conversation", threadOf),
  desk("desk-conversation-replies", threadOf, opened("Saved replies")),
  desk("support-answers", "/system/support?answers=1"),
  desk("support-answer-new", "/system/support?answers=1", through("button:has(svg.lucide-plus)")),
];

const customerScreens = [
  desk("customers", "/system/customers"),
  desk("customers-none", "/system/customers?q=nothing%20is%20called%20this"),
  desk("corrections", "/system/customers?view=corrections"),
  desk("customer", customerTab()),
  desk("customer-suspend", customerTab(), opened("Suspend the account")),
  desk("customer-cards", customerTab("cards")),
  desk("customer-card-freeze", customerTab("cards"), through("main button[aria-haspopup=dialog]")),
  desk("customer-books", customerTab("books")),
  desk("customer-risk", customerTab("risk")),
  desk("customer-records", customerTab("records")),
  desk("customer-notes", customerTab("notes")),
  desk("customer-corrections", customerTab("corrections")),
  desk("customer-correction-new", customerTab("corrections"), opened("Propose an adjustment")),
];

const programScreens = [
  desk("program", PROGRAM),
  desk("program-line", ({ segmentId }) => `${PROGRAM}?open=${segmentId}`),
  desk("program-line-new", `${PROGRAM}?open=new`),
  desk("program-fees", `${PROGRAM}?tab=fees`),
  desk("program-limits", `${PROGRAM}?tab=limits`),
  desk("program-rules", `${PROGRAM}?tab=rules`),
  desk("program-rule", RULE),
  desk("program-rule-new", `${PROGRAM}?tab=rules&open=new`),
  desk("program-rule-refused", `${PROGRAM}?tab=rules&open=new`, press("Save rule")),
  desk("program-rule-backtest", RULE, backtest),
];

/** The screens of an administrator. */
export const operatorScreens = [
  ...queueScreens,
  ...customerScreens,
  ...programScreens,
  desk("operators", "/system/operators"),
  desk("operators-open", "/system/operators", reviewer()),
  desk("operators-change-role", "/system/operators", reviewer("Change role")),
  desk("operators-suspend", "/system/operators", reviewer("Suspend")),
  desk("operators-remove", "/system/operators", reviewer("Remove")),
  desk("operators-invite", "/system/operators", opened("Invite")),
  desk("operators-invitations", "/system/operators?tab=invitations"),
  desk("operators-proposals", "/system/operators?tab=proposals"),
  desk("announcements", "/system/announcements"),
  desk("announcements-none", "/system/announcements?q=nothing%20is%20called%20this"),
  desk("announcement-new", "/system/announcements?edit=new"),
  desk("announcement-edit", "/system/announcements", through("main a[href*='edit=']")),
  desk("audit", "/system/audit"),
  desk("audit-none", "/system/audit?q=nothing%20is%20called%20this"),
  desk("audit-open", "/system/audit", through("[data-row] button")),
  desk("audit-people", "/system/audit", opened("Everyone")),
  desk("operator-profile", "/profile"),
];
