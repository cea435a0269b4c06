import type { Locale } from "@tessera/contract/errors/locales";
import type { Role } from "@tessera/contract/identity/accounts.schemas";
import { type SandboxPageTexts, sandboxPage } from "../../platform/http/sandbox-page.ts";
import type { ShownCode } from "./authenticator.ts";

const STYLE = `
  article { padding: .75rem 1rem; display: grid; grid-template-columns: 1fr auto;
    align-items: center; gap: .1rem 1rem; }
  h2 { font-size: 1rem; font-weight: 600; margin: 0; }
  strong { font-size: 1.75rem; font-weight: 600; font-variant-numeric: tabular-nums;
    letter-spacing: .08em; grid-row: 1 / 3; grid-column: 2; user-select: all; }
`;

interface PageTexts extends SandboxPageTexts {
  readonly roles: Readonly<Record<Role, string>>;
  readonly lasts: (seconds: number) => string;
}

const TEXTS: Readonly<Record<Locale, PageTexts>> = {
  en: {
    title: "Sandbox authenticator",
    hint:
      "What the demo operators’ authenticator apps show now. A code is good once; " +
      "the next one comes after at most 30 seconds.",
    empty: "No demo operator has an authenticator app here.",
    roles: {
      customer: "Customer",
      support: "Support",
      reviewer: "Reviewer",
      administrator: "Administrator",
      auditor: "Auditor",
    },
    lasts: (seconds) => `good for ${seconds} s`,
  },
  "zh-CN": {
    title: "沙盒验证器",
    hint: "演示运营账号的验证器应用当前显示的验证码。每个验证码仅可使用一次，最多 30 秒后更新。",
    empty: "没有演示运营账号在此使用验证器应用。",
    roles: {
      customer: "客户",
      support: "客服",
      reviewer: "审核员",
      administrator: "管理员",
      auditor: "审计员",
    },
    lasts: (seconds) => `${seconds} 秒内有效`,
  },
  "zh-TW": {
    title: "沙盒驗證器",
    hint:
      "示範營運帳號的驗證器應用程式目前顯示的驗證碼。" +
      "每個驗證碼僅可使用一次，最多 30 秒後更新。",
    empty: "沒有示範營運帳號在此使用驗證器應用程式。",
    roles: {
      customer: "客戶",
      support: "客服",
      reviewer: "審核員",
      administrator: "管理員",
      auditor: "稽核員",
    },
    lasts: (seconds) => `${seconds} 秒內有效`,
  },
};

function secondsLeft({ expiresAt }: ShownCode, now: Date): number {
  return Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / 1_000));
}

/**
 * Escaping is unnecessary, since usernames and codes contain only letters, digits, dots and dashes.
 */
function codeItem(shown: ShownCode, now: Date, locale: Locale): string {
  const { roles, lasts } = TEXTS[locale];
  const { username, role, code } = shown;
  return `<article>
    <h2>${username}</h2>
    <small>${roles[role]} · ${lasts(secondsLeft(shown, now))}</small>
    <strong>${code}</strong>
  </article>`;
}

/** Renders the authenticator apps as a page that reloads when the codes change. */
export function authenticatorPage(codes: readonly ShownCode[], now: Date, locale: Locale): string {
  return sandboxPage({
    texts: TEXTS[locale],
    locale,
    style: STYLE,
    items: codes.map((shown) => codeItem(shown, now, locale)),
    refreshSeconds: Math.min(30, ...codes.map((shown) => secondsLeft(shown, now))),
  });
}
