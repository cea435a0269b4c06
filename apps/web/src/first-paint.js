// Runs before the first paint, so that a page in the dark theme never flashes light, and requests
// what the first screen and its language need: the files, which the build lists in this script's
// tag, and the customer's cards. It reads the same keys by the same rules as src/lib/theme.ts,
// src/lib/locale.ts and src/lib/session/session-store.ts, which take over afterward.
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
  const prefersDark = () => window.matchMedia?.("(prefers-color-scheme: dark)").matches === true;
  const theme = valid ? stored : prefersDark() ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", theme === "dark" ? "#0E1217" : "#F5F3F0");

  const { first: files = "{}", api } = document.currentScript?.dataset ?? {};
  const first = JSON.parse(files);
  const token = read("token");
  const storedLocale = read("tessera-locale");
  const language = navigator.language;
  const spoken = /^zh-(?:tw|hk|hant)\b/i.test(language)
    ? "zh-TW"
    : /^en\b/i.test(language)
      ? "en"
      : "zh-CN";
  const locale = ["en", "zh-CN", "zh-TW"].includes(storedLocale) ? storedLocale : spoken;
  const screens = { "/": token === null ? "login" : "home", "/login": "login" };
  const preload = (file, attributes) => {
    const link = document.createElement("link");
    Object.assign(link, { crossOrigin: "", href: `/${file}` }, attributes);
    document.head.append(link);
  };
  for (const file of [...(first[locale] ?? []), ...(first[screens[location.pathname]] ?? [])]) {
    preload(file, { rel: "modulepreload", fetchPriority: "low" });
  }
  // The service worker caches the font on the first visit, so on later visits the font arrives
  // before the text. Preloading it on the first visit would delay the code. Instead, the text
  // itself triggers the font request and keeps its layout until the font arrives.
  if (navigator.serviceWorker?.controller) {
    for (const file of first.font ?? []) {
      preload(file, { rel: "preload", as: "font", type: "font/woff2" });
    }
  }

  // Read by src/lib/api/head-start.ts; only a call made with the same token gets the response.
  if (location.pathname === "/" && token !== null && api !== undefined) {
    const url = `${api}/api/cards`;
    const answer = fetch(url, {
      headers: {
        Accept: "application/json",
        "Accept-Language": locale,
        Authorization: `Bearer ${token}`,
      },
      credentials: "omit",
      cache: "no-store",
    });
    answer.catch(() => undefined);
    window.tesseraHeadStart = {
      url,
      answerFor: (asking) => (asking === token ? answer : undefined),
    };
  }
})();
