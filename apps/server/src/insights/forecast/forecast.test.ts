import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { expireDueHolds } from "../../authorization/holds/index.ts";
import { parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { send, step } from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { DAY_SECONDS, type Scene, sceneOf } from "./forecast.fixtures.ts";
import { readHolds } from "./read-holds.ts";

let app: CardsApp;
beforeAll(async () => {
  // The tests expire the holds themselves.
  app = await withoutRepeatedJobs(() => createCardsApp());
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

describe("safe to spend", () => {
  test("is the balance minus holds, possible additional charges and expected charges", async () => {
    const scene = await sceneOf(app, 50_000n);
    for (let week = 0; week < 3; week++) {
      await step(app, "clear", await scene.buy({ name: "Gym", amount: "15.00" }));
      app.clock.advance(7 * DAY_SECONDS);
    }
    const taxi = await scene.buy({ name: "Uber", mcc: "4121", amount: "20.00" });
    const hotel = await scene.buy({ name: "Hotel", mcc: "7011", amount: "100.00" });
    await scene.buy({ name: "Adobe", amount: "30.00" });
    const safe = await scene.read("safe-to-spend");
    expect(safe).toMatchObject({
      currency: "USD",
      // 455.00 − 150.00 − (4.00 + 15.00) − 15.00
      safe: "271.00",
      short: "0.00",
      balance: { amount: "455.00", owed: "0.00" },
      holds: { amount: "150.00", count: 3 },
      reserve: { amount: "19.00", count: 2 },
      forecast: { amount: "15.00" },
    });
    const reserved = safe.reserve.entries.map(
      ({ movementId, title, amount }: Record<string, string>) => [movementId, title, amount],
    );
    expect(new Set(reserved)).toEqual(
      new Set([
        [taxi.replace("auth_", "mov_"), "Uber", "4.00"],
        [hotel.replace("auth_", "mov_"), "Hotel", "15.00"],
      ]),
    );
    expect(safe.forecast.entries).toMatchObject([
      { charge: { title: "Gym", amount: "15.00", cadence: "weekly", tries: 0 } },
    ]);
    expect(safe.forecast.entries[0].on).toBe(safe.forecast.entries[0].charge.expectedOn);
    expect(safe.balance.entries.map(({ amount }: { amount: string }) => amount)).toEqual([
      "-15.00",
      "-15.00",
      "-15.00",
      "500.00",
    ]);
  });

  test("is zero if expected charges exceed the balance, and reports the shortfall", async () => {
    const scene = await sceneOf(app, 10_000n);
    await scene.buy({ name: "Hotel", mcc: "7011", amount: "95.00" });
    // 100.00 − 95.00 − 14.25
    expect(await scene.read("safe-to-spend")).toMatchObject({ safe: "0.00", short: "9.25" });
  });

  test("is zero for a negative balance, and the shortfall includes the debt", async () => {
    const scene = await sceneOf(app, 1_000n);
    const { pan, expiryMonth, expiryYear } = scene.card;
    const merchant = { name: "Late", mcc: "5734", country: "US" };
    const forced = { pan, expiryMonth, expiryYear, amount: "25.00", currency: "USD", merchant };
    expect((await send(app, "force-post", forced)).status).toBe(200);
    expect(await scene.read("safe-to-spend")).toMatchObject({
      safe: "0.00",
      short: "15.00",
      balance: { amount: "-15.00", owed: "15.00" },
    });
  });

  test("is available only for the customer's own cards, like every other forecast", async () => {
    const scene = await sceneOf(app, 1_000n);
    const other = await app.newCustomer();
    for (const outlook of ["safe-to-spend", "holds", "decline-budget", "likely-charges"]) {
      const path = `/api/cards/${scene.card.id}/${outlook}` as const;
      expect((await app.call(other, `GET ${path}`)).status).toBe(404);
      expect((await app.call(undefined, `GET ${path}`)).status).toBe(401);
      expect((await app.call(scene.customer, `GET /api/cards/none/${outlook}`)).status).toBe(404);
    }
  });
});

/** Stops the clock, including the ledger's clock, at a given time until the test ends. */
function stopAt(moment: Date): void {
  vi.spyOn(app.clock, "now").mockReturnValue(moment);
}
afterEach(() => {
  vi.restoreAllMocks();
});

/** Calls the operation directly, since an HTTP session would have expired by then. */
function heldOn({ customer, card }: Scene) {
  const { customerId } = customer;
  return readHolds(app.context, { customerId, cardId: parseId("card", card.id), page: {} });
}

describe("pending holds", () => {
  test("list their changes in order, with the amount on hold after each change", async () => {
    const scene = await sceneOf(app, 50_000n);
    const hotel = await scene.buy({ name: "Hotel", mcc: "7011", amount: "100.00" });
    await step(app, "increment", hotel, "50.00");
    // The amount exceeds the balance, so the increment is declined and changes nothing.
    await step(app, "increment", hotel, "900.00");
    await step(app, "reverse", hotel, "30.00");
    await send(app, "clear", { authorizationId: hotel, amount: "40.00", final: false });
    const { data, total, count } = await scene.read("holds");
    expect([total, count]).toEqual(["80.00", 1]);
    expect(data[0]).toMatchObject({
      title: "Hotel",
      amount: "80.00",
      authorised: "120.00",
      cleared: "40.00",
      reserve: "18.00",
      reason: "long_stay",
      releaseDue: false,
    });
    const told = data[0].timeline.map((one: Record<string, string>) => [
      one.kind,
      one.status,
      one.amount,
      one.held,
    ]);
    expect(told).toEqual([
      ["purchase", "processing", "-100.00", "100.00"],
      ["increment", "completed", "-50.00", "150.00"],
      ["increment", "declined", "-900.00", "150.00"],
      ["reversal", "completed", "30.00", "120.00"],
      ["clearing", "completed", "-40.00", "80.00"],
    ]);
    expect(data[0].timeline[4].labels).toEqual(["partial"]);
  });

  test.each([
    ["7011", undefined, 31, "long_stay"],
    ["5542", undefined, 1, "fuel_pump"],
    ["5734", "present", 5, "usual"],
    ["5734", "remote", 10, "usual"],
    ["5734", undefined, 7, "usual"],
  ])("are released by category: %s, %s, after %i days", async (mcc, presence, days, reason) => {
    const scene = await sceneOf(app, 10_000n);
    await scene.buy({ name: "Shop", mcc, amount: "10.00", ...(presence && { presence }) });
    const [hold] = (await scene.read("holds")).data;
    expect(hold.reason).toBe(reason);
    expect(Date.parse(hold.releaseBy) - Date.parse(hold.at)).toBe(days * DAY_SECONDS * 1_000);
  });

  test("are due at their expiry, but not yet released", async () => {
    const scene = await sceneOf(app, 10_000n);
    await scene.buy({ name: "Shop", amount: "40.00" });
    const [hold] = (await scene.read("holds")).data;
    stopAt(new Date(hold.releaseBy));
    expect((await heldOn(scene)).data).toMatchObject([{ releaseDue: true }]);
  });

  test("end at the network's expiry, and stay listed while a charge may still arrive", async () => {
    const scene = await sceneOf(app, 10_000n);
    const id = await scene.buy({ name: "Shop", amount: "40.00" });
    const [hold] = (await scene.read("holds")).data;
    const due = new Date(hold.releaseBy);
    const after = (ms: number) => stopAt(new Date(due.getTime() + ms));
    const later = 30 * DAY_SECONDS * 1_000;

    after(-1);
    await expireDueHolds(app.context);
    expect((await heldOn(scene)).data).toMatchObject([{ releaseDue: false }]);
    after(0);
    await expireDueHolds(app.context);
    const { lapsed: expired, ...rest } = await heldOn(scene);
    expect(rest).toMatchObject({ total: "0.00", count: 0, data: [] });
    expect(expired).toMatchObject([{ title: "Shop", amount: "40.00", releasedAt: hold.releaseBy }]);
    after(later);
    expect((await heldOn(scene)).lapsed).toHaveLength(1);
    after(later + 1);
    expect((await heldOn(scene)).lapsed).toEqual([]);

    after(1);
    await step(app, "clear", id);
    expect((await heldOn(scene)).lapsed).toEqual([]);
    vi.restoreAllMocks();
    const path = `/api/transactions/${id.replace("auth_", "mov_")}` as const;
    const { timeline } = (await app.call(scene.customer, `GET ${path}`)).body;
    expect(timeline.at(-1)).toMatchObject({ kind: "clearing", labels: ["late"] });
  });
});

describe("likely charges", () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await sceneOf(app, 500_000n);
    for (const amount of ["10.00", "10.00", "12.00"]) {
      await step(app, "clear", await scene.buy({ name: "Figma", amount }));
      app.clock.advance(30 * DAY_SECONDS);
    }
    for (let day = 0; day < 8; day++) {
      await scene.buy({ name: "Coffee", mcc: "5814", amount: "4.50" });
      app.clock.advance(DAY_SECONDS / 4);
    }
    await scene.buy({ name: "Once", amount: "5.00", refused: true });
    await scene.buy({ name: "Keen", amount: "5.00", refused: true });
    await scene.buy({ name: "Keen", amount: "7.00", refused: true });
  });

  test("come only from merchants with recurring charges and merchants that retry", async () => {
    const { data, currency } = await scene.read("likely-charges");
    expect(currency).toBe("USD");
    expect(data).toMatchObject([
      { title: "Keen", amount: "7.00", tries: 2, merchant: { name: "Keen" } },
      {
        title: "Figma",
        amount: "12.00",
        cadence: "monthly",
        tries: 0,
        priceRise: { from: "10.00", to: "12.00" },
      },
    ]);
    expect(data[0]).not.toHaveProperty("expectedOn");
    expect(data[1].priceRise.since).toBe(data[1].lastAt.slice(0, 10));
  });

  test("exclude merchants that were paid after their declines or sent a reversal", async () => {
    const own = await sceneOf(app, 50_000n);
    await own.buy({ name: "Shop", amount: "5.00", refused: true });
    await own.buy({ name: "Shop", amount: "5.00", refused: true });
    expect((await own.read("likely-charges")).data).toHaveLength(1);
    await own.buy({ name: "Shop", amount: "5.00" });
    expect((await own.read("likely-charges")).data).toEqual([]);
  });

  test("expire on the exact day that their declines become too old", async () => {
    const own = await sceneOf(app, 50_000n);
    await own.buy({ name: "Shop", amount: "5.00", refused: true });
    await own.buy({ name: "Shop", amount: "5.00", refused: true });
    app.clock.advance(14 * DAY_SECONDS - 60);
    expect((await own.read("likely-charges")).data).toMatchObject([{ tries: 2 }]);
    app.clock.advance(60);
    expect((await own.read("likely-charges")).data).toEqual([]);
  });
});
