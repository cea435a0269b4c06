import { i18n } from "@lingui/core";
import { afterEach } from "vitest";

i18n.loadAndActivate({ locale: "en", messages: {} });

// Only files with `@vitest-environment jsdom` have a document.
if (typeof window !== "undefined") {
  const { cleanup } = await import("@testing-library/react");
  // jsdom does not implement scrolling, but the router restores the scroll position.
  window.scrollTo = () => {};
  // jsdom does not implement media queries, but a page may evaluate one while unmounting after its
  // test.
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
  afterEach(cleanup);
}
