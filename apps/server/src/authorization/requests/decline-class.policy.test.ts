import { DECLINES } from "@tessera/contract/errors/declines";
import { expect, it } from "vitest";
import { declineClassOf } from "./decline-class.policy.ts";

it("declineClassOf: every decline has a class", () => {
  expect(Object.keys(DECLINES).filter((code) => declineClassOf(code) === "other")).toEqual([]);
});

it("declineClassOf: an error's code has the class `other`, and so has an object's property", () => {
  expect(declineClassOf("outcome_unknown")).toBe("other");
  expect(declineClassOf("constructor")).toBe("other");
});
