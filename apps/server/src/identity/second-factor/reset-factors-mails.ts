import type { Locale } from "@tessera/contract/errors/locales";
import { enqueueMail, type MailContent } from "../../adapters/mail/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import type { Person } from "../people/index.ts";

const NOTICE_LIFETIME_SECONDS = 7 * 86_400;

const LABELS: Readonly<Record<Locale, string>> = {
  en: "It wasn’t me: reset the password",
  "zh-CN": "不是我提出的，重置密码",
  "zh-TW": "不是我提出的，重設密碼",
};

const RESET: Readonly<Record<Locale, Omit<MailContent, "action">>> = {
  en: {
    subject: "Your second factor was removed",
    heading: "Your second factor was removed",
    paragraphs: [
      "Tessera removed your authenticator app, passkeys and recovery codes, because you lost " +
        "them. All devices are signed out.",
      "Sign in with your password and set up a new second factor. Withdrawals are locked for 24 " +
        "hours.",
    ],
    note: "Didn’t request this? Reset your password at once and contact Tessera support.",
  },
  "zh-CN": {
    subject: "你的第二重验证已被移除",
    heading: "你的第二重验证已被移除",
    paragraphs: [
      "因你已丢失第二重验证，Tessera 移除了你的验证器应用、通行密钥和恢复码，所有设备均已退出登录。",
      "请使用密码登录并重新设置第二重验证。24 小时内无法提现。",
    ],
    note: "并非本人提出？请立即重置密码并联系 Tessera 客服。",
  },
  "zh-TW": {
    subject: "你的第二重驗證已被移除",
    heading: "你的第二重驗證已被移除",
    paragraphs: [
      "因你已遺失第二重驗證，Tessera 移除了你的驗證器應用程式、通行密鑰與復原碼，所有裝置均已登出。",
      "請使用密碼登入並重新設定第二重驗證。24 小時內無法提領。",
    ],
    note: "並非本人提出？請立即重設密碼並聯絡 Tessera 客服。",
  },
};

/** Notifies a person by email that operators removed their lost second factors. */
export async function tellOfReset(
  context: AppContext,
  tx: Tx,
  { email: to, locale }: Pick<Person, "email" | "locale">,
): Promise<void> {
  const url = `${context.config.publicUrl}/reset-password`;
  const content = { ...RESET[locale], action: { label: LABELS[locale], url } };
  await enqueueMail(context, tx, { to, locale, content }, NOTICE_LIFETIME_SECONDS);
}
