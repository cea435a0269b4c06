import { i18n } from "@lingui/core";
import { afterEach } from "vitest";

i18n.loadAndActivate({ locale: "en", messages: {} });

// Only files with `@vitest-environment jsdom` have a document.
if (typeof window !== "undefined") {
  const { cleanup } = await import("@testing-library/react");
  // jsdom has no scrolling, which the router restores.
  window.scrollTo = () => {};
  // jsdom has no media queries; a page may query one while it unmounts after its test.
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
  afterEach(cleanup);
}
