// @vitest-environment jsdom
import { i18n, type MessageDescriptor } from "@lingui/core";
import { expect, test } from "vitest";
import { exchangeFacts, exchangeLine } from "./exchange-text.ts";

const t = (text: MessageDescriptor) => i18n._(text);
const pounds = { amount: "80.00", currency: "GBP", rate: "1.25" } as const;
const ours = { ...pounds, by: "program", markupBasisPoints: 100, source: "Test rates" } as const;

test("A payment that we convert shows the merchant's amount, the rate and the markup", () => {
  const facts = exchangeFacts({ exchange: ours, currency: "USD", fee: "1.00" }, t);
  expect(facts.map(([, value]) => value.replaceAll("\u00a0", " "))).toEqual([
    "80.00 GBP",
    "1 GBP = 1.25 USD (Test rates)",
    "$1.00 · 1% of the converted amount",
  ]);
});

test("A payment that the card network converts shows no markup", () => {
  const exchange = { ...pounds, by: "network", markupBasisPoints: 0 } as const;
  const facts = exchangeFacts({ exchange, currency: "USD", fee: "0.00" }, t);
  expect(facts.map(([, value]) => value.replaceAll("\u00a0", " "))).toEqual([
    "80.00 GBP",
    "1 GBP = 1.25 USD, set by the card network",
  ]);
});

test("A step shows the merchant's amount, its own rate and the markup", () => {
  const line = (exchange: Parameters<typeof exchangeLine>[0]) =>
    exchangeLine(exchange, "USD", t).replaceAll("\u00a0", " ");
  expect(line(ours)).toBe("80.00 GBP · 1 GBP = 1.25 USD · Markup 1%");
  expect(line({ ...ours, markupBasisPoints: 0 })).toBe("80.00 GBP · 1 GBP = 1.25 USD");
  expect(line({ amount: "80.00", currency: "GBP" })).toBe("80.00 GBP");
});
