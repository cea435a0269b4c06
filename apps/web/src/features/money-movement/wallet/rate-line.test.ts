import { expect, test } from "vitest";
import { dollarRates } from "./rate-line.tsx";

test("The rate line shows rates with all the decimals used to compute prices", () => {
  const pairs = [
    { base: "USD", quote: "CNY", rate: "7.10431234" },
    { base: "EUR", quote: "USD", rate: "1.16" },
    { base: "USD", quote: "EUR", rate: "0.8600" },
  ] as const;
  expect(dollarRates({ pairs: [...pairs] })).toEqual(["$1", "= ¥7.10431234", "= €0.8600"]);
});
