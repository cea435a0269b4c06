import { expect, test } from "vitest";
import { fillAnswer, textFor } from "./fill-answer.ts";

test("A saved reply has its known variables filled in; unknown ones stay visible", () => {
  const text = "Hello {name}, card {last4}: {amount} at {merchant}. {other} {name}";
  expect(fillAnswer(text, { name: "ada", last4: "4242" })).toBe(
    "Hello ada, card 4242: {amount} at {merchant}. {other} ada",
  );
});

test("A customer's name is never interpreted as a variable or a replacement pattern", () => {
  expect(fillAnswer("{name} {last4}", { name: "{last4} $&", last4: "1" })).toBe("{last4} $& 1");
});

test("A saved reply is inserted in the customer's language or else in the closest one", () => {
  const texts = { en: "E", "zh-CN": "C" };
  expect(textFor({ texts }, "zh-CN")).toBe("C");
  expect(textFor({ texts }, "zh-TW")).toBe("C");
  expect(textFor({ texts: { "zh-TW": "T" } }, "en")).toBe("T");
});
