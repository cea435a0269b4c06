import type { MessageDescriptor } from "@lingui/core";
import { expect, test } from "vitest";
import { movementRemark, movementTitle } from "./movement-title.ts";

const say = (descriptor: MessageDescriptor) => descriptor.message ?? descriptor.id ?? "";
const merchant = { name: "Adobe", mcc: "5734", country: "US", category: "software" } as const;

test("a payment is called after its merchant, and needs no remark", () => {
  const payment = { kind: "purchase", title: "ADOBE", merchant } as const;
  expect(movementTitle(payment, say)).toBe("Adobe");
  expect(movementRemark(payment, say)).toBeUndefined();
});

test("a refund keeps the merchant's name and says that it is a refund", () => {
  const refund = { kind: "refund", title: "Adobe", merchant } as const;
  expect(movementTitle(refund, say)).toBe("Adobe");
  expect(movementRemark(refund, say)).toBe("Refund");
});

test("funds added to a card are told from the side the reader stands on", () => {
  const funding = { kind: "card_deposit", title: "" } as const;
  expect(movementTitle(funding, say)).toBe("Added to card");
  expect(movementTitle(funding, say, true)).toBe("Added from account");
});

test("a correction is called by its reason and says that it is one", () => {
  const correction = { kind: "correction", title: "Fee charged twice" } as const;
  expect(movementTitle(correction, say)).toBe("Fee charged twice");
  expect(movementRemark(correction, say)).toBe("Adjustment");
});
