/**
 * Flags for the tests' Chromium: no sandbox, because CI runs as root, and no connections to its
 * vendor.
 */
export const BROWSER_FLAGS: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
