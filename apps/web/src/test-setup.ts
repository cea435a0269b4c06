import { i18n } from "@lingui/core";
import { afterEach } from "vitest";
import { PATIENCE_MS } from "./test-patience.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

// Only files with `@vitest-environment jsdom` have a document.
if (typeof window !== "undefined") {
  const { cleanup, configure } = await import("@testing-library/react");
  // Sheets and dialogs are imported when first opened, which takes a while on a busy machine.
  configure({ asyncUtilTimeout: PATIENCE_MS });
  // jsdom does not implement scrolling, but the router restores the scroll position.
  window.scrollTo = () => {};
  // jsdom does not implement media queries, but a page may evaluate one while unmounting after its
  // test.
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
  afterEach(cleanup);
}
