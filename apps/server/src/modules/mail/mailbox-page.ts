import { LOCALES, type Locale } from "@tessera/contract/errors/locales";
import type { StoredMail } from "./mailbox.repository.ts";

/** How a mail's own HTML is shown: in a frame that may load and run nothing. */
export const mailFrame = {
  policy:
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'self'; " +
    "sandbox allow-popups allow-top-navigation-by-user-activation",
} as const;

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem; }
  h1 { font-size: 1.5rem; margin: 0; }
  p.hint { margin: .25rem 0 1.5rem; opacity: .7; }
  details { border: 1px solid color-mix(in srgb, currentColor 20%, transparent);
    border-radius: .75rem; margin-bottom: .75rem; overflow: hidden; }
  summary { cursor: pointer; padding: .75rem 1rem; display: grid; gap: .1rem; }
  summary strong { font-weight: 600; }
  summary small { opacity: .7; font-variant-numeric: tabular-nums; }
  header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center;
    gap: .25rem 1rem; }
  nav { display: flex; gap: .25rem; }
  nav a { color: inherit; display: grid; place-items: center; min-width: 2.75rem;
    min-height: 2.75rem; padding-inline: .25rem; text-underline-offset: .25em; }
  nav a[aria-current] { font-weight: 600; text-decoration: none; }
  iframe { width: 100%; height: 28rem; border: 0; background: #fff; display: block; }
`;

interface PageTexts {
  /** The language's own name. */
  readonly language: string;
  readonly languages: string;
  readonly title: string;
  readonly hint: string;
  readonly empty: string;
}

const TEXTS: Readonly<Record<Locale, PageTexts>> = {
  en: {
    language: "English",
    languages: "Language",
    title: "Sandbox mailbox",
    hint: "Every mail that Tessera sent, newest first. Nothing leaves this machine.",
    empty: "No mail yet.",
  },
  "zh-CN": {
    language: "简体中文",
    languages: "语言",
    title: "沙盒邮箱",
    hint: "Tessera 发出的所有邮件，最新的排在最前。邮件不会离开本机。",
    empty: "还没有邮件。",
  },
  "zh-TW": {
    language: "繁體中文",
    languages: "語言",
    title: "沙盒信箱",
    hint: "Tessera 寄出的所有郵件，最新的排在最前。郵件不會離開本機。",
    empty: "還沒有郵件。",
  },
};

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function languageLink(locale: Locale, current: Locale): string {
  const { language } = TEXTS[locale];
  const mark = locale === current ? ' aria-current="true"' : "";
  return `<a href="?lang=${locale}" lang="${locale}" hreflang="${locale}"${mark}>${language}</a>`;
}

function mailItem(mail: StoredMail, isNewest: boolean, locale: Locale): string {
  const sentAt = mail.sentAt.toISOString();
  const shownAt = mail.sentAt.toLocaleString(locale, {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: "UTC",
  });
  return `<details${isNewest ? " open" : ""}>
    <summary><strong>${escapeHtml(mail.subject)}</strong>
      <small>${escapeHtml(mail.to)} · <time datetime="${sentAt}">${shownAt} UTC</time></small>
    </summary>
    <iframe sandbox="allow-popups allow-top-navigation-by-user-activation" loading="lazy"
      title="${escapeHtml(mail.subject)}" src="/sandbox/mail/${mail.id}"></iframe>
  </details>`;
}

/** The mailbox as a page without scripts, in the reader's language. */
export function mailboxPage(mails: readonly StoredMail[], locale: Locale): string {
  const { title, hint, empty, languages } = TEXTS[locale];
  const items = mails.map((mail, index) => mailItem(mail, index === 0, locale)).join("\n");
  const links = LOCALES.map((one) => languageLink(one, locale)).join("\n    ");
  return `<!doctype html>
<html lang="${locale}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="refresh" content="15">
  <title>${title} · Tessera</title>
  <style>${STYLE}</style>
</head>
<body>
  <header>
    <h1>${title}</h1>
    <nav aria-label="${languages}">
    ${links}
    </nav>
  </header>
  <p class="hint">${hint}</p>
  <main>${items === "" ? `<p>${empty}</p>` : items}</main>
</body>
</html>
`;
}
