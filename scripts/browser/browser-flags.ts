/** The tests' Chromium: no sandbox, since CI runs as root, and no calls home. */
export const BROWSER_FLAGS: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
