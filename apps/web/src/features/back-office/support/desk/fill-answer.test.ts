import { expect, test } from "vitest";
import { fillAnswer, textFor } from "./fill-answer.ts";

test("what is known is filled in, and what is not stays to be seen", () => {
  const text = "Hello {name}, card {last4}: {amount} at {merchant}. {other} {name}";
  expect(fillAnswer(text, { name: "ada", last4: "4242" })).toBe(
    "Hello ada, card 4242: {amount} at {merchant}. {other} ada",
  );
});

test("what a customer is called is never read as a variable or a pattern", () => {
  expect(fillAnswer("{name} {last4}", { name: "{last4} $&", last4: "1" })).toBe("{last4} $& 1");
});

test("the customer's language comes first, then the nearest", () => {
  const texts = { en: "E", "zh-CN": "C" };
  expect(textFor({ texts }, "zh-CN")).toBe("C");
  expect(textFor({ texts }, "zh-TW")).toBe("C");
  expect(textFor({ texts: { "zh-TW": "T" } }, "en")).toBe("T");
});
