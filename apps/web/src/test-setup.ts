import { i18n } from "@lingui/core";
import { afterEach } from "vitest";

i18n.loadAndActivate({ locale: "en", messages: {} });

// Only files that say `@vitest-environment jsdom` have a page.
if (typeof window !== "undefined") {
  const { cleanup } = await import("@testing-library/react");
  // jsdom has no scrolling; the router restores it.
  window.scrollTo = () => {};
  // Nor media queries; a page may still ask one while it is being taken down after its test.
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
  afterEach(cleanup);
}
