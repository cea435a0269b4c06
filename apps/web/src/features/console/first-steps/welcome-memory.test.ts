// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { endWelcome, hasWelcomeEnded } from "./welcome-memory.ts";

const KEY = "tessera-welcome-ended";

beforeEach(() => localStorage.clear());

test("endWelcome hides the checklist only for the person who dismissed or finished it", () => {
  endWelcome("ada");
  expect([hasWelcomeEnded("ada"), hasWelcomeEnded("grace")]).toEqual([true, false]);
  expect(localStorage.getItem(KEY)).not.toContain("ada");
  endWelcome("grace");
  expect([hasWelcomeEnded("ada"), hasWelcomeEnded("grace")]).toEqual([true, true]);
});

test.each(["{", "7", '{"ada":true}', '["<script>"]', "null"])(
  "hasWelcomeEnded removes the stored item only if it is corrupt: %s",
  (stored) => {
    localStorage.setItem(KEY, stored);
    localStorage.setItem("tessera-theme", "dark");
    expect(hasWelcomeEnded("ada")).toBe(false);
    expect(localStorage.getItem(KEY)).toBeNull();
    expect(localStorage.getItem("tessera-theme")).toBe("dark");
  },
);

test("endWelcome remembers the twenty most recent people", () => {
  for (let person = 0; person < 21; person += 1) {
    endWelcome(`person ${person}`);
  }
  expect(hasWelcomeEnded("person 0")).toBe(false);
  expect(hasWelcomeEnded("person 1")).toBe(true);
  expect(hasWelcomeEnded("person 20")).toBe(true);
});
