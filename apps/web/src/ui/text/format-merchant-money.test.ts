import { expect, test } from "vitest";
import { formatExchange, formatMerchantMoney } from "./format-merchant-money.ts";

test("An amount in a merchant's currency is shown with the decimals that the currency has", () => {
  expect(formatMerchantMoney("80.00", "GBP")).toBe("80.00\u00a0GBP");
  expect(formatMerchantMoney("18000", "JPY")).toBe("18,000\u00a0JPY");
  expect(formatMerchantMoney("-1.250", "KWD")).toBe("\u22121.250\u00a0KWD");
  expect(formatMerchantMoney("1234.50", "EUR")).toBe("€1,234.50");
});

test("A rate is shown in the direction in which it is at least one", () => {
  expect(formatExchange("1.317748524739", "GBP", "USD")).toBe("1\u00a0GBP = 1.31775\u00a0USD");
  expect(formatExchange("0.000059880239", "IDR", "USD")).toBe("1\u00a0USD = 16,700\u00a0IDR");
});
