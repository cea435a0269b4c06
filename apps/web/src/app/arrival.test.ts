// @vitest-environment jsdom
import { expect, test, vi } from "vitest";

test("takeArrival returns the exact address on the first call, then undefined", async () => {
  window.history.replaceState(null, "", "/wallet?a=1&b=x%20y&e=&a=2#top");
  vi.resetModules();
  const { takeArrival } = await import("./arrival.ts");
  window.history.replaceState(null, "", "/wallet?a=2&b=x+y#top");
  expect(takeArrival()).toEqual({
    pathname: "/wallet",
    href: "/wallet?a=1&b=x%20y&e=&a=2#top",
  });
  expect(takeArrival()).toBeUndefined();
});
