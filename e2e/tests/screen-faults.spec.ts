import { expect, test } from "../src/fixtures.ts";
import { brokenAmounts, untranslatedTexts } from "../src/screen-faults.ts";

/** What looks over every screen sees a fault where one is planted, and none where there is none. */

const CUT = "width: 40px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap";

test("amounts that are cut off or leave the screen are seen", async ({ page }) => {
  await page.setContent(`
    <p>$12.00</p>
    <p style="${CUT}">Coffee at the corner</p>
    <p style="${CUT}"><span>$1,234,567.89</span></p>
    <p style="position: absolute; left: 380px; white-space: nowrap">€99,000.00</p>
    <div style="width: 100px; overflow-x: auto">
      <p style="width: 900px; text-align: right">¥5.00</p>
    </div>
    <p hidden style="position: absolute; left: 380px; white-space: nowrap">$77,000.00</p>`);
  expect(await brokenAmounts(page)).toEqual(["$1,234,567.89", "€99,000.00"]);
});

test("a text that stayed in another language is seen", async ({ page }) => {
  await page.setContent("<h1>钱包</h1><button>Deposit</button><p hidden>Withdraw</p>");
  expect(await untranslatedTexts(page, ["Deposit", "Withdraw", "Wallet"])).toEqual(["Deposit"]);
});
