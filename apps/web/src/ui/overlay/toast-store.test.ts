// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { hideToast, leaveScreen, showToast, useToast } from "./toast-store.ts";

afterEach(hideToast);

const shown = () => renderHook(useToast).result.current?.text;

test("a new toast replaces the previous one", () => {
  showToast({ tone: "success", text: "one" });
  showToast({ tone: "success", text: "two" });
  expect(shown()).toBe("two");
});

test("a toast disappears when the user leaves the screen it was shown on", () => {
  showToast({ tone: "success", text: "Card number copied" });
  leaveScreen();
  expect(shown()).toBeUndefined();
});

test("a toast set for the next screen stays visible there until the user leaves", () => {
  showToast({ tone: "success", text: "Account created", forNextScreen: true });
  leaveScreen();
  expect(shown()).toBe("Account created");
  leaveScreen();
  expect(shown()).toBeUndefined();
});
