// Runs before the first paint so that a dark reader never sees a light page. It reads the same
// keys by the same rules as src/lib/theme.ts and src/lib/locale.ts, which take over afterwards.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const stored = read("tessera-theme");
  const valid = stored === "light" || stored === "dark";
  const prefersDark = window.matchMedia?.("(prefers-color-scheme: dark)").matches === true;
  const theme = valid ? stored : prefersDark ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", theme === "dark" ? "#0E1217" : "#F5F3F0");
})();
