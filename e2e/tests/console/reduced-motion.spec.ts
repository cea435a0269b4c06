import type { Page } from "@playwright/test";
import { expect, test } from "../../src/fixtures.ts";
import { movingThings, startWatchingMotion } from "../../src/target-size.ts";

/** Opens a sheet, shows a toast and pulls down the home page; returns everything that moved. */
async function moveEverything(
  page: Page,
  cardId: string,
): Promise<Readonly<Record<string, number>>> {
  const moved: Record<string, number> = {};
  const watch = async (name: string, happen: () => Promise<void>) => {
    const seen = await startWatchingMotion(page);
    await happen();
    moved[name] = (await seen()).length;
  };
  await page.goto(`/cards/${cardId}`);
  const more = page.getByRole("button", { name: "More", exact: true });
  await expect(more).toBeVisible();
  await expect.poll(() => movingThings(page)).toEqual([]);
  await watch("sheet", async () => {
    await more.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });
  await page.getByRole("button", { name: "Freeze", exact: true }).click();
  await watch("toast", async () => {
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Freeze", exact: true }).click();
    await expect(page.getByText("Card frozen", { exact: true }).first()).toBeVisible();
    await expect(dialog).toBeHidden();
  });
  await page.goto("/");
  await expect(page.getByRole("link", { name: "View all" })).toBeVisible();
  await watch("pull", () => pullDown(page));
  return moved;
}

/** Distance, in pixels, that the page must be pulled down to refresh when it is released. */
const PULLED_PX = 72;

async function pullDown(page: Page): Promise<void> {
  const main = page.locator("main");
  const touch = (type: string, clientY: number) =>
    main.evaluate(
      (target, given) => {
        const touches = [
          new Touch({ identifier: 1, target, clientX: 100, clientY: given.clientY }),
        ];
        const ended = given.type === "touchend";
        const init = { touches: ended ? [] : touches, bubbles: true };
        target.dispatchEvent(new TouchEvent(given.type, init));
      },
      { type, clientY },
    );
  const top = () => main.evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  await touch("touchstart", 100);
  await touch("touchmove", 300);
  await expect.poll(top).toBeGreaterThanOrEqual(before + PULLED_PX);
  const refreshed = page.waitForResponse("**/api/cards");
  await touch("touchend", 300);
  await refreshed;
  await expect.poll(top).toBe(before);
}

test.describe("reduced motion: on", () => {
  test.use({ reducedMotion: "reduce", hasTouch: true });

  test("reduced motion: sheets, toasts and pull-to-refresh do not move", async ({
    signedIn: page,
    customer,
  }) => {
    await customer.fund("20.00");
    const { id } = await customer.openCard();
    expect(await moveEverything(page, id)).toEqual({ sheet: 0, toast: 0, pull: 0 });
  });
});

test.describe("reduced motion: off", () => {
  test.use({ reducedMotion: "no-preference", hasTouch: true });

  test("reduced motion: without the preference, a sheet moves when it opens", async ({
    signedIn: page,
    customer,
  }) => {
    await customer.fund("20.00");
    const { id } = await customer.openCard();
    // In slow motion, so that a busy machine does not skip every frame in which the sheet moves.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Animation.enable");
    await devtools.send("Animation.setPlaybackRate", { playbackRate: 0.1 });
    expect((await moveEverything(page, id)).sheet).toBeGreaterThan(0);
  });
});
