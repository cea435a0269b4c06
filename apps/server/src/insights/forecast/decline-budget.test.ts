import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AppContext } from "../../platform/context.ts";
import { parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { step } from "../../testing/test-cards.ts";
import { type Scene, sceneOf } from "./forecast.fixtures.ts";
import { readDeclineBudget } from "./read-decline-budget.ts";

/** A time zone fourteen hours ahead of UTC, where each month begins earlier than anywhere else. */
const TIME_ZONE = "Pacific/Kiritimati";
let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp({ PROGRAMME_TIME_ZONE: TIME_ZONE });
});
afterAll(() => app.close());

function budgetAt(scene: Scene, moment: Date) {
  const context: AppContext = { ...app.context, clock: { now: () => moment } };
  const { customerId } = scene.customer;
  return readDeclineBudget(context, {
    customerId,
    cardId: parseId("card", scene.card.id),
    locale: "en",
  });
}

/** Advances the clock to the first few seconds of the program's next month. */
async function toNextMonth(scene: Scene): Promise<void> {
  const { resetsAt } = await scene.read("decline-budget");
  const left = Date.parse(resetsAt) - app.context.clock.now().getTime();
  app.clock.advance(Math.ceil(left / 1_000) + 1);
}

test("decline budget: counts declines exactly, by reason, with their details", async () => {
  const scene = await sceneOf(app, 5_000n);
  await toNextMonth(scene);
  await step(app, "clear", await scene.buy({ name: "Paid", amount: "10.00" }));
  await scene.buy({ name: "Held", amount: "10.00" });
  await scene.buy({ name: "Typo", amount: "1.00", refused: true });
  await scene.buy({ name: "Typo", amount: "1.00", refused: true });
  const { pan, expiryMonth, expiryYear, cvv } = scene.card;
  const merchant = { name: "Dear", mcc: "5734", country: "US" };
  const dear = { pan, expiryMonth, expiryYear, cvv, amount: "40.00", currency: "USD", merchant };
  const answer = await app.call(undefined, "POST /sandbox/network/authorize", dear);
  expect(answer.body).toMatchObject({ approved: false, code: "insufficient_card_balance" });

  const budget = await scene.read("decline-budget");
  expect(budget).toMatchObject({
    payments: 5,
    declined: 3,
    nextFee: "0.00",
    freeLeft: null,
    feeScheduleVersion: 1,
    share: { basisPoints: 6_000, level: "unrated", next: { basisPoints: 1_000, declines: 5 } },
    groups: [
      { group: "details", count: 2 },
      { group: "balance", count: 1 },
    ],
  });
  expect(budget.entries).toMatchObject([
    { title: "Dear", group: "balance", amount: "-40.00" },
    { title: "Typo", group: "details", amount: "-1.00" },
    { title: "Typo", group: "details", amount: "-1.00" },
  ]);
  expect(budget.entries[1].declineMessage).toContain("CVV");
  // Declines on another card count only toward that card.
  expect(await (await sceneOf(app, 1_000n)).read("decline-budget")).toMatchObject({
    payments: 0,
    declined: 0,
    groups: [],
    share: { basisPoints: null, level: "unrated" },
  });
});

test("decline budget: months follow the program's calendar, exact to the millisecond", async () => {
  const scene = await sceneOf(app, 5_000n);
  await toNextMonth(scene);
  const ends = new Date((await scene.read("decline-budget")).resetsAt);
  const clock = vi.spyOn(app.clock, "now");
  const lastMoment = new Date(ends.getTime() - 1);
  clock.mockReturnValue(lastMoment);
  await scene.buy({ name: "Last", amount: "1.00", refused: true });
  clock.mockReturnValue(ends);
  await scene.buy({ name: "First", amount: "1.00", refused: true });
  clock.mockRestore();

  const old = await budgetAt(scene, lastMoment);
  expect(old).toMatchObject({ payments: 1, declined: 1, entries: [{ title: "Last" }] });
  expect(old.resetsAt).toBe(ends.toISOString());
  const fresh = await budgetAt(scene, ends);
  expect(fresh).toMatchObject({ payments: 1, declined: 1, entries: [{ title: "First" }] });
  expect(fresh.startsAt).toBe(ends.toISOString());
  // At 10:00 UTC, it is midnight in that zone, while in UTC the month has not begun yet.
  expect(ends.toISOString()).toMatch(/T10:00:00\.000Z$/);
  expect(old.month < fresh.month).toBe(true);
  expect(fresh.month > ends.toISOString().slice(0, 7)).toBe(true);
});
