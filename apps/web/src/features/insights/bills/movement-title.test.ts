import type { MessageDescriptor } from "@lingui/core";
import { expect, test } from "vitest";
import { movementRemark, movementTitle } from "./movement-title.ts";

const say = (descriptor: MessageDescriptor) => descriptor.message ?? descriptor.id ?? "";
const merchant = { name: "Adobe", mcc: "5734", country: "US", category: "software" } as const;

test("a payment has its merchant's name as its title and no remark", () => {
  const payment = { kind: "purchase", title: "ADOBE", merchant } as const;
  expect(movementTitle(payment, say)).toBe("Adobe");
  expect(movementRemark(payment, say)).toBeUndefined();
});

test("a refund keeps the merchant's name and a remark says that it is a refund", () => {
  const refund = { kind: "refund", title: "Adobe", merchant } as const;
  expect(movementTitle(refund, say)).toBe("Adobe");
  expect(movementRemark(refund, say)).toBe("Refund");
});

test("the title of funds added to a card depends on the side the reader looks from", () => {
  const funding = { kind: "card_deposit", title: "" } as const;
  expect(movementTitle(funding, say)).toBe("Added to card");
  expect(movementTitle(funding, say, true)).toBe("Added from account");
});

test("a correction has its reason as its title and a remark says that it is a correction", () => {
  const correction = { kind: "correction", title: "Fee charged twice" } as const;
  expect(movementTitle(correction, say)).toBe("Fee charged twice");
  expect(movementRemark(correction, say)).toBe("Adjustment");
});
