import { describe, expect, test } from "vitest";
import { riskAlerts, type SeriesPayment } from "./risk-alerts.policy.ts";

const minute = (count: number) => new Date(Date.UTC(2026, 10, 20, 10, count));

function third(place: number, changes: Partial<SeriesPayment> = {}): SeriesPayment {
  return {
    kind: "repeated_declines",
    at: minute(place),
    cardId: "card_a",
    merchantName: "Namecheap",
    movementIds: [place - 2, place - 1, place].map((one) => `mov_${one}`),
    ...changes,
  };
}

describe("risk alerts", () => {
  test("report a series once with all its payments, no matter how long it continues", () => {
    const alerts = riskAlerts([third(5), third(3), third(4)], [], []);
    expect(alerts).toEqual([
      {
        id: "repeated_declines:mov_1",
        kind: "repeated_declines",
        at: minute(5).toISOString(),
        cardId: "card_a",
        count: 5,
        merchantName: "Namecheap",
        movementIds: ["mov_1", "mov_2", "mov_3", "mov_4", "mov_5"],
      },
    ]);
  });

  test("report each type separately, as well as series of one type that share no payments", () => {
    const alerts = riskAlerts([third(3), third(9), third(3, { kind: "small_payments" })], [], []);
    expect(alerts.map(({ id, count }) => [id, count])).toEqual([
      ["repeated_declines:mov_7", 3],
      ["small_payments:mov_1", 3],
      ["repeated_declines:mov_1", 3],
    ]);
  });

  test("report a series of wrong card details at one merchant only once", () => {
    const wrong = third(3, { kind: "wrong_details" });
    expect(riskAlerts([third(3), wrong], [], []).map(({ kind }) => kind)).toEqual([
      "wrong_details",
    ]);
    expect(riskAlerts([third(3), third(4), wrong], [], [])).toHaveLength(2);
  });

  test("report the first payment in each country with its card, newest first", () => {
    const first = { country: "JP", at: minute(30), cardId: "card_b", movementId: "mov_9" };
    const alerts = riskAlerts([third(3)], [first], []);
    expect(alerts[0]).toMatchObject({
      kind: "first_country",
      country: "JP",
      cardId: "card_b",
      movementIds: ["mov_9"],
    });
    expect(alerts).toHaveLength(2);
  });

  test("report the former price, the new price, and the first payment at the new price", () => {
    const rise = { from: "20.00", to: "23.00", currency: "USD" } as const;
    const raised = { rise, merchantName: "Figma", at: minute(1), cardId: "card_a" };
    expect(riskAlerts([], [], [{ ...raised, movementId: "mov_4" }])).toEqual([
      {
        id: "price_rise:mov_4",
        kind: "price_rise",
        at: minute(1).toISOString(),
        cardId: "card_a",
        count: 1,
        merchantName: "Figma",
        movementIds: ["mov_4"],
        rise,
      },
    ]);
  });
});
