import { expect, test } from "../../src/fixtures.ts";
import { accessibilityFaults, untilStill } from "../../src/look-around.ts";
import { brokenAmounts, untranslatedTexts } from "../../src/screen-faults.ts";

/**
 * Plants faults to show that the checks run on every screen find each planted fault and nothing
 * else.
 */

const CUT = "width: 40px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap";

test("screen checks: find amounts that are cut off or extend past the screen", async ({ page }) => {
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

test("screen checks: find text that is still in another language", async ({ page }) => {
  await page.setContent("<h1>钱包</h1><button>Deposit</button><p hidden>Withdraw</p>");
  expect(await untranslatedTexts(page, ["Deposit", "Withdraw", "Wallet"])).toEqual(["Deposit"]);
});

test("screen checks: report all of axe's findings, or only those about colors", async ({
  page,
}) => {
  await page.goto("/login");
  await page.evaluate(() => {
    const [main, button, text] = ["main", "button", "p"].map((tag) => document.createElement(tag));
    text?.append("Pale");
    text?.style.setProperty("color", "#ddd");
    main?.append(button ?? "", text ?? "");
    document.body.replaceChildren(main ?? "");
  });
  const found = async (judged: "all" | "colors") =>
    (await accessibilityFaults(page, judged)).map((fault) => fault.split(":")[0]);
  expect(await found("all")).toEqual(expect.arrayContaining(["button-name", "color-contrast"]));
  expect(await found("colors")).toEqual(["color-contrast"]);
});

test("screen checks: wait until a page stops moving, except for endless spinners", async ({
  page,
}) => {
  await page.goto("/login");
  const moves = (duration: number, iterations: number) =>
    page.evaluate(
      (timing) => document.body.animate([{ opacity: 0.9 }, { opacity: 1 }], timing).id,
      { duration, iterations },
    );
  await moves(700, Number.POSITIVE_INFINITY);
  await untilStill(page);
  const startMs = performance.now();
  await moves(700, 1);
  await untilStill(page);
  expect(performance.now() - startMs).toBeGreaterThan(650);
});
