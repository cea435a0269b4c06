import { expect, test } from "vitest";
import { isReservedUsername, usernameBase } from "./username.policy.ts";

test.each([
  "command-line",
  "system",
  "risk",
  "erased-0190a1b2c3d4",
  "01a20f2a-1739-7343-af6f-f2ef43981234",
])("%s is reserved: a record under it would name somebody else", (name) => {
  expect(isReservedUsername(name)).toBe(true);
});

test.each(["ada", "risky", "system.1", "demo"])("%s can be chosen", (name) => {
  expect(isReservedUsername(name)).toBe(false);
});

test("a username starts as the plain letters of an email's local part", () => {
  expect(usernameBase("Ada.Lovelace+cards@example.com")).toBe("ada.lovelace");
});
