import { expect, test } from "vitest";
import { isReservedUsername, usernameBase } from "./username.policy.ts";

test.each([
  "command-line",
  "system",
  "risk",
  "erased-0190a1b2c3d4",
  "01a20f2a-1739-7343-af6f-f2ef43981234",
])("usernames: %s is reserved, since in an audit event it would identify another actor", (name) => {
  expect(isReservedUsername(name)).toBe(true);
});

test.each(["ada", "risky", "system.1", "demo"])("usernames: %s can be chosen", (name) => {
  expect(isReservedUsername(name)).toBe(false);
});

test("usernames: the default is the local part of the email in plain letters", () => {
  expect(usernameBase("Ada.Lovelace+cards@example.com")).toBe("ada.lovelace");
});
