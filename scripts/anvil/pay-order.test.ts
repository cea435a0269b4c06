import { expect, test } from "vitest";
import { readPayOrder } from "./pay-order.ts";

const NAMES = ["usdt", "usdc", "fake"] as const;
const TO = `0x${"ab".repeat(20)}`;

test.each([
  [["500"], undefined, 500_000_000n, "usdt"],
  [["0.000001"], "USDC", 1n, "usdc"],
  [["1234.5"], "fake", 1_234_500_000n, "fake"],
])("npm run pay: sends %j of %s", ([amount = ""], token, amountRaw, sent) => {
  const order = readPayOrder({ positionals: [TO, amount], token }, NAMES);
  expect(order).toMatchObject({ what: "pay", to: TO, amountRaw, token: sent });
});

test("npm run pay: --reorganize replaces blocks", () => {
  const order = readPayOrder({ positionals: [], reorganize: "6" }, NAMES);
  expect(order).toEqual({ what: "reorganize", blocks: 6 });
});

test.each([
  ["no address", { positionals: ["500"] }],
  ["an amount with too many places", { positionals: [TO, "1.0000001"] }],
  ["a negative amount", { positionals: [TO, "-1"] }],
  ["an unknown token", { positionals: [TO, "1"], token: "dai" }],
  ["too many arguments", { positionals: [TO, "1", "2"] }],
  ["blocks and a payment", { positionals: [TO, "1"], reorganize: "6" }],
])("npm run pay: explains itself for %s", (_, given) => {
  expect(() => readPayOrder(given, NAMES)).toThrow("Usage");
});
