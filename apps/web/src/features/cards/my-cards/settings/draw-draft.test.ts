import { expect, test } from "vitest";
import {
  areMerchants,
  draftOf,
  drawOf,
  isAmount,
  keptOf,
  merchantsOf,
  suggestedMerchants,
} from "./draw-draft.ts";

const empty = {
  ...{ isGeneral: true, daily: "", isListed: false, merchants: "" },
  ...{ kept: [], typed: "", keptDaily: "" },
};

test("a draft of a card that draws nothing is empty, and one that draws has its setting", () => {
  expect(draftOf({})).toEqual(empty);
  expect(draftOf({ draw: null, keepAlive: null })).toEqual(empty);
  const draw = { daily: "50.00", drawnToday: "0.00", feeBasisPoints: 350 };
  expect(draftOf({ draw: { ...draw, merchants: null } })).toEqual({ ...empty, daily: "50.00" });
  expect(draftOf({ draw: { ...draw, merchants: ["Adobe", "Google Ads"] } })).toEqual({
    ...{ ...empty, daily: "50.00", isListed: true, merchants: "Adobe\nGoogle Ads" },
  });
  expect(draftOf({ draw: null, keepAlive: { ...draw, merchants: ["Adobe"] } })).toEqual({
    ...{ ...empty, isGeneral: false, kept: ["Adobe"], keptDaily: "50.00" },
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

test("merchants to keep paid include the one being typed, each once, and at most twenty", () => {
  expect(keptOf({ kept: ["Adobe"], typed: "  Google   Ads " })).toEqual(["Adobe", "Google Ads"]);
  expect(keptOf({ kept: ["Adobe"], typed: "ADOBE" })).toEqual(["Adobe"]);
  expect(keptOf({ kept: ["Adobe"], typed: " " })).toEqual(["Adobe"]);
  const full = Array.from({ length: 20 }, (_, place) => `Shop ${place}`);
  expect(keptOf({ kept: full, typed: "One more" })).toEqual(full);
});

test("merchants of past payments are suggested once each, unless they are named", () => {
  const past = ["Adobe", "ADOBE", "Google Ads", "Adobe Stock", "x".repeat(81), "Meta"];
  expect(suggestedMerchants(past, { kept: ["Meta"], typed: "" })).toEqual([
    ...["Adobe", "Google Ads", "Adobe Stock"],
  ]);
  expect(suggestedMerchants(past, { kept: [], typed: "stock" })).toEqual(["Adobe Stock"]);
  const many = Array.from({ length: 50 }, (_, place) => `Shop ${place}`);
  expect(suggestedMerchants(many, { kept: [], typed: "" })).toHaveLength(6);
});

test("the most in a day is an amount above zero, and is sent with the fee that is shown", () => {
  const usd = { currency: "USD", depositFeeBasisPoints: 350 } as const;
  expect(isAmount("", usd)).toBe(false);
  expect(isAmount("0", usd)).toBe(false);
  expect(isAmount("50", usd)).toBe(true);
  expect(drawOf({ ...empty, daily: "50" }, usd)).toEqual({
    draw: { daily: "50.00", feeBasisPoints: 350, merchants: null },
    keepAlive: null,
  });
  const kept = { ...empty, isGeneral: false, daily: "50", typed: "Meta", keptDaily: "9.5" };
  expect(drawOf(kept, usd)).toEqual({
    draw: null,
    keepAlive: { daily: "9.50", feeBasisPoints: 350, merchants: ["Meta"] },
  });
});
