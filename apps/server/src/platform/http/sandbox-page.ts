import { LOCALES, type Locale } from "@tessera/contract/errors/locales";

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem; }
  h1 { font-size: 1.5rem; margin: 0; }
  p.hint { margin: .25rem 0 1.5rem; opacity: .8; }
  header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center;
    gap: .25rem 1rem; }
  nav { display: flex; gap: .25rem; }
  nav a { color: inherit; display: grid; place-items: center; min-width: 2.75rem;
    min-height: 2.75rem; padding-inline: .25rem; text-underline-offset: .25em; }
  nav a[aria-current] { font-weight: 600; text-decoration: none; }
  main > * { border: 1px solid color-mix(in srgb, currentColor 20%, transparent);
    border-radius: .75rem; margin-bottom: .75rem; }
  main > p { border: 0; }
  small { opacity: .8; font-variant-numeric: tabular-nums; }
`;

/** The name of each language in that language, and the label for choosing the language. */
const LANGUAGES: Readonly<Record<Locale, { readonly own: string; readonly choice: string }>> = {
  en: { own: "English", choice: "Language" },
  "zh-CN": { own: "简体中文", choice: "语言" },
  "zh-TW": { own: "繁體中文", choice: "語言" },
};

/** The texts of a sandbox page, without characters that are special in HTML. */
export interface SandboxPageTexts {
  readonly title: string;
  readonly hint: string;
  /** The text shown if the page is empty. */
  readonly empty: string;
}

interface SandboxPage {
  readonly texts: SandboxPageTexts;
  readonly locale: Locale;
  /** CSS for the page's items, in addition to the common styles. */
  readonly style: string;
  /** The page's items as HTML. */
  readonly items: readonly string[];
  readonly refreshSeconds: number;
}

function languageLink(locale: Locale, current: Locale): string {
  const mark = locale === current ? ' aria-current="true"' : "";
  const { own } = LANGUAGES[locale];
  return `<a href="?lang=${locale}" lang="${locale}" hreflang="${locale}"${mark}>${own}</a>`;
}

/** Renders a sandbox page: no scripts, three languages, and automatic refresh. */
export function sandboxPage({ texts, locale, style, items, refreshSeconds }: SandboxPage): string {
  const { title, hint, empty } = texts;
  const links = LOCALES.map((one) => languageLink(one, locale)).join("\n    ");
  return `<!doctype html>
<html lang="${locale}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="refresh" content="${refreshSeconds}">
  <title>${title} · Tessera</title>
  <style>${STYLE}${style}</style>
</head>
<body>
  <header>
    <h1>${title}</h1>
    <nav aria-label="${LANGUAGES[locale].choice}">
    ${links}
    </nav>
  </header>
  <main>
  <p class="hint">${hint}</p>
  ${items.length === 0 ? `<p>${empty}</p>` : items.join("\n")}
  </main>
</body>
</html>
`;
}
