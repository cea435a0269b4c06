import type { Locale } from "@tessera/contract/errors/locales";
import { enqueueMail, type MailContent } from "../../adapters/mail/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import type { Person } from "../people/index.ts";

const NOTICE_LIFETIME_SECONDS = 7 * 86_400;

/**
 * What changed about a person's second factors. Omits a passkey's name, since an attacker may have
 * chosen the name, and it would appear in an email from us.
 */
export type FactorNotice =
  | {
      readonly what:
        | "totp_added"
        | "totp_replaced"
        | "totp_removed"
        | "passkey_added"
        | "passkey_removed"
        | "recovery_codes_renewed";
    }
  | { readonly what: "recovery_code_used"; readonly left: number };

interface NoticeTexts {
  readonly heading: string;
  readonly happened: string;
}

type NoticesIn = (notice: FactorNotice) => NoticeTexts;

function inEnglish(notice: FactorNotice): NoticeTexts {
  switch (notice.what) {
    case "totp_added":
      return {
        heading: "Authenticator app added",
        happened: "From now on, you need a code from your authenticator app to sign in.",
      };
    case "totp_replaced":
      return {
        heading: "Authenticator app replaced",
        happened:
          "Use codes from the new authenticator app from now on. The old ones no longer work.",
      };
    case "totp_removed":
      return {
        heading: "Authenticator app removed",
        happened: "Codes from your authenticator app no longer work.",
      };
    case "passkey_added":
      return {
        heading: "Passkey added",
        happened: "From now on, you can sign in and confirm with a new passkey.",
      };
    case "passkey_removed":
      return {
        heading: "Passkey removed",
        happened: "One of your passkeys no longer works.",
      };
    case "recovery_codes_renewed":
      return {
        heading: "New recovery codes generated",
        happened: "Ten new recovery codes were generated. The previous ones no longer work.",
      };
    case "recovery_code_used":
      return {
        heading: "A recovery code was used",
        happened:
          "Somebody signed in with your password and a recovery code. " +
          `${notice.left} are left.`,
      };
  }
}

function inSimplifiedChinese(notice: FactorNotice): NoticeTexts {
  switch (notice.what) {
    case "totp_added":
      return { heading: "已添加验证器应用", happened: "今后登录时需输入验证器应用中的验证码。" };
    case "totp_replaced":
      return {
        heading: "已更换验证器应用",
        happened: "今后以新的验证器应用为准，原应用的验证码已失效。",
      };
    case "totp_removed":
      return { heading: "已移除验证器应用", happened: "验证器应用的验证码已失效。" };
    case "passkey_added":
      return {
        heading: "已添加通行密钥",
        happened: "今后可使用新添加的通行密钥登录和验证身份。",
      };
    case "passkey_removed":
      return { heading: "已移除通行密钥", happened: "你的一个通行密钥已失效。" };
    case "recovery_codes_renewed":
      return {
        heading: "已生成新的恢复码",
        happened: "已生成十个新的恢复码，之前的恢复码全部失效。",
      };
    case "recovery_code_used":
      return {
        heading: "恢复码已被使用",
        happened: `有人使用你的密码和一个恢复码登录，还剩 ${notice.left} 个恢复码。`,
      };
  }
}

function inTraditionalChinese(notice: FactorNotice): NoticeTexts {
  switch (notice.what) {
    case "totp_added":
      return {
        heading: "已新增驗證器應用程式",
        happened: "今後登入時需輸入驗證器應用程式中的驗證碼。",
      };
    case "totp_replaced":
      return {
        heading: "已更換驗證器應用程式",
        happened: "今後以新的驗證器應用程式為準，原應用程式的驗證碼已失效。",
      };
    case "totp_removed":
      return { heading: "已移除驗證器應用程式", happened: "驗證器應用程式的驗證碼已失效。" };
    case "passkey_added":
      return {
        heading: "已新增通行密鑰",
        happened: "今後可使用新增的通行密鑰登入和驗證身分。",
      };
    case "passkey_removed":
      return { heading: "已移除通行密鑰", happened: "你的一組通行密鑰已失效。" };
    case "recovery_codes_renewed":
      return {
        heading: "已產生新的復原碼",
        happened: "已產生十個新的復原碼，先前的復原碼全部失效。",
      };
    case "recovery_code_used":
      return {
        heading: "復原碼已被使用",
        happened: `有人使用你的密碼和一個復原碼登入，還剩 ${notice.left} 個復原碼。`,
      };
  }
}

const NOTICES: Readonly<Record<Locale, NoticesIn>> = {
  en: inEnglish,
  "zh-CN": inSimplifiedChinese,
  "zh-TW": inTraditionalChinese,
};

const NOT_ME: Readonly<Record<Locale, { label: string; advice: string; note: string }>> = {
  en: {
    label: "It wasn’t me: reset my password",
    advice:
      "If it wasn’t you, reset your password now, which signs out all devices, and write to " +
      "support so that we check your second factors.",
    note: "If this was you, you don’t need to do anything.",
  },
  "zh-CN": {
    label: "不是我操作的，立即重置密码",
    advice:
      "如果不是你本人操作，请立即重置密码（所有设备将退出登录），并联系客服核查你的第二重验证。",
    note: "如果是你本人操作，无需处理。",
  },
  "zh-TW": {
    label: "不是我操作的，立即重設密碼",
    advice: "如果不是你本人操作，請立即重設密碼（所有裝置將登出），並聯絡客服查核你的第二重驗證。",
    note: "如果是你本人操作，無需處理。",
  },
};

/** Writes the email about a change, including what to do if the owner did not make it. */
function factorMail(notice: FactorNotice, locale: Locale, resetUrl: string): MailContent {
  const { heading, happened } = NOTICES[locale](notice);
  const { label, advice, note } = NOT_ME[locale];
  return {
    subject: heading,
    heading,
    paragraphs: [happened, advice],
    action: { label, url: resetUrl },
    note,
  };
}

/** Notifies the owner of a change by email, in the same transaction. */
export async function tellOfFactors(
  context: AppContext,
  tx: Tx,
  { email, locale }: Pick<Person, "email" | "locale">,
  notice: FactorNotice,
): Promise<void> {
  const content = factorMail(notice, locale, `${context.config.publicUrl}/reset-password`);
  await enqueueMail(context, tx, { to: email, locale, content }, NOTICE_LIFETIME_SECONDS);
}
