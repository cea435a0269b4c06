import { expect, test } from "vitest";
import { areMerchants, draftOf, drawOf, isAmount, merchantsOf } from "./draw-draft.ts";

const empty = { daily: "", isListed: false, merchants: "" };

test("a draft of a card that draws nothing is empty, and one that draws has its setting", () => {
  expect(draftOf({})).toEqual(empty);
  expect(draftOf({ draw: null })).toEqual(empty);
  const draw = { daily: "50.00", drawnToday: "0.00", feeBasisPoints: 350 };
  expect(draftOf({ draw: { ...draw, merchants: null } })).toEqual({ ...empty, daily: "50.00" });
  expect(draftOf({ draw: { ...draw, merchants: ["Adobe", "Google Ads"] } })).toEqual({
    ...{ daily: "50.00", isListed: true, merchants: "Adobe\nGoogle Ads" },
  });
});

test("merchants are one a line, each once, and at most twenty of at most 80 characters", () => {
  expect(merchantsOf({ merchants: " Adobe\n\nGoogle Ads\nAdobe " })).toEqual([
    "Adobe",
    "Google Ads",
  ]);
  const listed = (merchants: string) => areMerchants({ ...empty, isListed: true, merchants });
  expect(areMerchants(empty)).toBe(true);
  expect(listed("")).toBe(false);
  expect(listed("Adobe")).toBe(true);
  expect(listed("x".repeat(81))).toBe(false);
  expect(listed(Array.from({ length: 21 }, (_, place) => `Shop ${place}`).join("\n"))).toBe(false);
});

test("the most in a day is an amount above zero, and is sent with the fee that is shown", () => {
  const usd = { currency: "USD", depositFeeBasisPoints: 350 } as const;
  expect(isAmount(empty, usd)).toBe(false);
  expect(isAmount({ ...empty, daily: "0" }, usd)).toBe(false);
  expect(isAmount({ ...empty, daily: "50" }, usd)).toBe(true);
  expect(drawOf({ ...empty, daily: "50" }, usd)).toEqual({
    ...{ daily: "50.00", feeBasisPoints: 350, merchants: null },
  });
});
