import { expect, test } from "vitest";
import { groupPan } from "./group-pan.ts";

test("groupPan groups digits as printed on cards", () => {
  expect(groupPan("4242424242424242", "visa")).toBe("4242 4242 4242 4242");
  expect(groupPan("379120488641009", "amex")).toBe("3791 204886 41009");
  expect(groupPan("6212345678901234567", "unionpay")).toBe("6212 3456 7890 1234 567");
});
