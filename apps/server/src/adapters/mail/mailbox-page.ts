import type { Locale } from "@tessera/contract/errors/locales";
import { type SandboxPageTexts, sandboxPage } from "../../platform/http/sandbox-page.ts";
import type { StoredMail } from "./mailbox.repository.ts";

/** Renders an email's HTML in a frame that can't load resources or run scripts. */
export const mailFrame = {
  policy:
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'self'; " +
    "sandbox allow-popups allow-top-navigation-by-user-activation",
} as const;

const STYLE = `
  details { overflow: hidden; }
  summary { cursor: pointer; padding: .75rem 1rem; display: grid; gap: .1rem; }
  summary strong { font-weight: 600; }
  iframe { width: 100%; height: 28rem; border: 0; background: #fff; display: block; }
`;

const TEXTS: Readonly<Record<Locale, SandboxPageTexts>> = {
  en: {
    title: "Sandbox mailbox",
    hint: "Every mail that Tessera sent, newest first. Nothing leaves this machine.",
    empty: "No mail yet.",
  },
  "zh-CN": {
    title: "沙盒邮箱",
    hint: "Tessera 发出的所有邮件，最新的排在最前。邮件不会离开本机。",
    empty: "还没有邮件。",
  },
  "zh-TW": {
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

/** Renders the mailbox as a page, in the reader's language. */
export function mailboxPage(mails: readonly StoredMail[], locale: Locale): string {
  return sandboxPage({
    texts: TEXTS[locale],
    locale,
    style: STYLE,
    items: mails.map((mail, index) => mailItem(mail, index === 0, locale)),
    refreshSeconds: 15,
  });
}
