import { expect, test } from "vitest";
import { dollarRates } from "./rate-line.tsx";

test("rates are shown with four decimals, whatever came", () => {
  const pairs = [
    { base: "USD", quote: "CNY", rate: "7.10431234" },
    { base: "EUR", quote: "USD", rate: "1.16" },
    { base: "USD", quote: "EUR", rate: "0.86" },
  ] as const;
  expect(dollarRates({ pairs: [...pairs] })).toBe("$1 = ¥7.1043 = €0.8600");
});
