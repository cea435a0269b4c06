import type { MessageDescriptor } from "@lingui/core";
import { expect, test } from "vitest";
import { movementRemark, movementTitle } from "./movement-title.ts";

const say = (descriptor: MessageDescriptor) => descriptor.message ?? descriptor.id ?? "";
const merchant = { name: "Adobe", mcc: "5734", country: "US", category: "software" } as const;

test("A payment's title is just the merchant's name", () => {
  const payment = { kind: "purchase", title: "ADOBE", merchant } as const;
  expect(movementTitle(payment, say)).toBe("Adobe");
  expect(movementRemark(payment, say)).toBeUndefined();
});

test("A refund's title is the merchant's name; a remark says that it is a refund", () => {
  const refund = { kind: "refund", title: "Adobe", merchant } as const;
  expect(movementTitle(refund, say)).toBe("Adobe");
  expect(movementRemark(refund, say)).toBe("Refund");
});

test("A card load's title depends on whether it is in the card's or the account's list", () => {
  const funding = { kind: "card_deposit", title: "" } as const;
  expect(movementTitle(funding, say)).toBe("Added to card");
  expect(movementTitle(funding, say, true)).toBe("Added from account");
});

test("A deposit from a bank is called a bank transfer; one from a chain is not", () => {
  const deposit = { kind: "deposit", title: "" } as const;
  expect(movementTitle({ ...deposit, source: "bank" }, say)).toBe("Bank transfer");
  expect(movementTitle(deposit, say)).toBe("Deposit");
});

test("An adjustment's title is its reason; a remark says that it is a correction", () => {
  const correction = { kind: "correction", title: "Fee charged twice" } as const;
  expect(movementTitle(correction, say)).toBe("Fee charged twice");
  expect(movementRemark(correction, say)).toBe("Adjustment");
});
