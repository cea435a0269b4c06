import { DECLINES } from "@tessera/contract/errors/declines";
import { expect, it } from "vitest";
import { declineClassOf } from "./decline-class.policy.ts";

it("declineClassOf: every decline has a class", () => {
  expect(Object.keys(DECLINES).filter((code) => declineClassOf(code) === "other")).toEqual([]);
});

it("declineClassOf: error codes and names of object properties have the class `other`", () => {
  expect(declineClassOf("outcome_unknown")).toBe("other");
  expect(declineClassOf("constructor")).toBe("other");
});
