import type { WireTraceEntry } from "@tessera/contract/authorization/risk.schemas";
import { expect, test } from "vitest";
import { checkText } from "./check-text.ts";

const NOW = new Date(2026, 10, 21, 12, 0);
const MONDAY = new Date(2026, 10, 23, 0, 0).toISOString();

function said(entry: Partial<WireTraceEntry>) {
  const whole = { check: "strategy", passed: false, code: "limit_week", ...entry };
  const say = ({ message = "", values = {} }: { message?: string; values?: object }) =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replaceAll(`{${name}}`, String(value)),
      message,
    );
  return checkText(whole, { currency: "USD", locale: "en", now: NOW, say });
}

const WEEKLY = {
  strategyName: "Ads cap",
  limit: "100.00",
  used: "90.00",
  attempted: "20.00",
  resetsAt: MONDAY,
};

test("A failed limit check shows the amounts used and requested and when the limit resets", () => {
  expect(said(WEEKLY)).toEqual({
    title: "Weekly rule “Ads cap”",
    detail: "$90.00 of $100.00 used, $20.00 requested, available again Monday",
  });
});

test("A passed limit check shows only the amounts used and requested", () => {
  expect(said({ ...WEEKLY, passed: true }).detail).toBe("$90.00 of $100.00 used, $20.00 requested");
});

test("A limit does not show a reset time that has passed", () => {
  const past = new Date(2026, 10, 20).toISOString();
  expect(said({ ...WEEKLY, resetsAt: past }).detail).toBe(
    "$90.00 of $100.00 used, $20.00 requested",
  );
});

test("A rule check without a limit says what is blocked or that the payment passed", () => {
  const blocked = { strategyName: "No casinos", code: "merchant_blocked" };
  expect(said(blocked)).toEqual({
    title: "Rule “No casinos”",
    detail: "Your rule blocks payments to this merchant.",
  });
  expect(said({ ...blocked, passed: true }).detail).toBe("Passes this rule");
});

test("A check shows that its rule is in testing or that the customer allowed the payment", () => {
  const over = {
    strategyName: "Cap",
    code: "amount_out_of_range",
    limit: "5.00",
    attempted: "8.00",
  };
  expect(said({ ...over, passed: true, shadow: true }).detail).toBe(
    "$8.00 requested, $5.00 allowed · Testing only: nothing is stopped",
  );
  expect(said({ ...over, passed: true, allowed: true }).detail).toBe(
    "$8.00 requested, $5.00 allowed · Allowed by you",
  );
});

test("Checks show the number of payments or wrong CVVs, or the card balance", () => {
  const counted = { strategyName: "Few", code: "limit_count", limitCount: 3, usedCount: 3 };
  expect(said(counted).detail).toBe("Payments: 3 made, up to 3");
  expect(said({ ...counted, code: "too_many_attempts" }).detail).toBe(
    "Wrong CVVs: 3 before, up to 3",
  );
  expect(said({ check: "balance", limit: "1.00", attempted: "12.00" })).toEqual({
    title: "Card balance",
    detail: "$1.00 on the card, $12.00 requested",
  });
});

test("A check of what a card draws shows the figures, or why it draws nothing", () => {
  const draw = { check: "draw", code: "draw_ceiling", limit: "50.00", attempted: "12.00" };
  expect(said({ ...draw, used: "10.00", passed: true })).toEqual({
    title: "Draw on the account",
    detail: "$10.00 of $50.00 used, $12.00 requested",
  });
  const kept = { ...draw, check: "keep_alive", code: "keep_alive_ceiling" };
  expect(said({ ...kept, used: "10.00", passed: true })).toEqual({
    title: "Draw of a merchant to keep paid",
    detail: "$10.00 of $50.00 used, $12.00 requested",
  });
  expect(said({ ...kept, used: "45.00" }).detail).toMatch(/^More was missing than merchants/);
  expect(said({ check: "draw", code: "draw_stopped" })).toEqual({
    title: "Draw on the account",
    detail: "Your account is stopped, so the card can’t draw on it.",
  });
});

test("An unknown check shows the text of its decline code, or the code if it has no text", () => {
  expect(said({ check: "new", code: "card_closed" }).title).toBe("This card is closed.");
  expect(said({ check: "new", code: "toString" }).title).toBe("toString");
});
