import { getServiceStatus } from "@tessera/contract/back-office/status.endpoints";
import { login, register } from "@tessera/contract/identity/accounts.endpoints";
import { expect, it } from "vitest";
import { requireCellOf } from "./require-cell-of.ts";

it("a route without a session must say which cell its calls belong to, if its body tells", () => {
  for (const endpoint of [login, register]) {
    expect(() => requireCellOf(endpoint, undefined)).toThrow("needs cellOf: its");
    expect(() => requireCellOf(endpoint, () => 1)).not.toThrow();
    expect(() => requireCellOf({ ...endpoint, access: "session" }, undefined)).not.toThrow();
  }
  expect(() => requireCellOf(getServiceStatus, undefined)).not.toThrow();
});
