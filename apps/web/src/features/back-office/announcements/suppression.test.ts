// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { isSuppressed, suppress } from "./suppression.ts";

afterEach(() => localStorage.clear());

const HOUR_MS = 3_600_000;
const now = 1_800_000_000_000;

test("Announcements that were hidden for a day reappear after exactly 24 hours", () => {
  expect(isSuppressed(now)).toBe(false);
  suppress(now);
  expect(isSuppressed(now)).toBe(true);
  expect(isSuppressed(now + 24 * HOUR_MS - 1)).toBe(true);
  expect(isSuppressed(now + 24 * HOUR_MS)).toBe(false);
});

test("A stored time that is invalid or in the future does not hide announcements", () => {
  localStorage.setItem("tessera-announcement-hidden-at", "yesterday");
  expect(isSuppressed(now)).toBe(false);
  localStorage.setItem("tessera-announcement-hidden-at", String(now + HOUR_MS));
  expect(isSuppressed(now)).toBe(false);
});
