import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { expectAccessible } from "../../src/look-around.ts";
import { openAsOperator, operator } from "../../src/operators.ts";
import { call } from "../../src/sandbox-client.ts";

interface Details {
  readonly currency: string;
  readonly account: string;
  readonly reference: string;
}

interface Statement {
  readonly account: string;
  readonly closing: string;
}

const COLUMNS =
  "reference,booked,valued,direction,amount,status,reversal,end_to_end,creditor_reference," +
  "remittance,party,party_account";

/** Adds fifty euros to an amount of the wire. */
function plusFifty(amount: string): string {
  const minor = String(BigInt(amount.replace(".", "")) + 5_000n).padStart(3, "0");
  return `${minor.slice(0, -2)}.${minor.slice(-2)}`;
}

/** Writes a statement with a transfer of fifty, which continues the last one of its account. */
async function statementOf(
  { account, currency }: Pick<Details, "account" | "currency">,
  remittance: string,
): Promise<string> {
  const origin = serverOrigin();
  const { token } = await operator("reviewer", origin);
  const path = "/api/admin/bank/statements";
  const { body } = await call<{ data: readonly Statement[] }>(origin, path, { token });
  const opening = body.data.find((one) => one.account === account)?.closing ?? "100.00";
  const day = new Date().toISOString().slice(0, 10);
  const name = crypto.randomUUID().slice(0, 18);
  return [
    ...["format,tessera-statement-1", `account,${account}`, `currency,${currency}`],
    ...[`statement,${name}`, `opening,${opening}`, `closing,${plusFifty(opening)}`],
    ...[`closed,${day}`, COLUMNS],
    `${name},${day},,credit,50.00,booked,no,,,${remittance},Anna Example,`,
  ].join("\n");
}

async function importStatement(text: string): Promise<void> {
  const origin = serverOrigin();
  const { token } = await operator("reviewer", origin);
  const answer = await fetch(`${origin}/api/admin/bank/statements`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "text/csv" },
    body: text,
  });
  expect(await answer.json()).toMatchObject({ imported: true, problems: [] });
}

test("bank: a customer finds the reference, transfers, and sees the money", async ({
  signedIn: page,
  customer,
}) => {
  await page.goto("/wallet/deposit");
  const panel = page.getByRole("region", { name: "Bank transfer" });
  await panel.getByRole("button", { name: "EUR", exact: true }).click();
  const { accounts } = await customer.get<{ accounts: readonly Details[] }>(
    "/api/wallet/bank-details",
  );
  const euros = accounts.find(({ currency }) => currency === "EUR");
  if (euros === undefined) {
    throw new Error("the sandbox has no account in euros");
  }
  await expect(panel).toContainText(euros.reference.replace(/(.{4})(?=.)/g, "$1 "));
  await expect(panel).toContainText("Demo Bank (fictitious)");
  await expectAccessible(page);
  await importStatement(await statementOf(euros, `Top-up ${euros.reference}`));
  const credited = () => customer.get<{ data: readonly { title: string }[] }>("/api/bills");
  await expect
    .poll(async () => (await credited()).data.map(({ title }) => title), { timeout: 60_000 })
    .toContain("Bank transfer");
  await page.goto("/bills");
  await expect(page.getByText("Bank transfer").first()).toBeVisible();
  await expect(page.getByText("€50.00").first()).toBeVisible();
});

test("bank: an operator imports a statement, and records the return of a transfer", async ({
  page,
}) => {
  // Another account than that of the other test, which may run at the same time.
  const dollars = { account: "XX50DEMO0000000000000001", currency: "USD" };
  await openAsOperator(page, "reviewer");
  await page.goto("/system/bank?tab=statements");
  const choose = async (text: string) =>
    page.getByLabel("Import a bank statement").setInputFiles({
      ...{ name: "statement.csv", mimeType: "text/csv", buffer: Buffer.from(text) },
    });
  await choose("format,other");
  await expect(page.getByRole("alert")).toContainText("Line 1: The first line must be");
  const text = await statementOf(dollars, "No reference at all");
  await choose(text);
  const outcome = page.getByRole("status");
  await expect(outcome.getByText("1 new, 0 already imported")).toBeVisible();
  await expectAccessible(page);
  await choose(text);
  await expect(outcome.getByText("already imported, nothing changed")).toBeVisible();
  await page.goto("/system/bank");
  await page
    .getByRole("link", { name: /Anna Example/ })
    .first()
    .click();
  await expect(page.getByText("The payer wrote no reference.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Return to the payer" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Why").fill("Nobody knows the payer");
  await dialog.getByRole("button", { name: "Record return" }).click();
  await expect(page.getByText(/^RET\d{12}$/)).toBeVisible();
});
