import { CODE_LIFETIME_SECONDS } from "@tessera/contract/constants";
import type { Locale } from "@tessera/contract/errors/locales";
import type { MailContent } from "../../adapters/mail/index.ts";

const CODE_MINUTES = CODE_LIFETIME_SECONDS / 60;

type InEachLanguage = Readonly<Record<Locale, MailContent>>;

const IGNORE = {
  en: "If this wasn’t you, ignore this email. Nothing changes.",
  "zh-CN": "如果不是你本人操作，请忽略此邮件，不会发生任何更改。",
  "zh-TW": "如果不是你本人操作，請忽略此郵件，不會發生任何變更。",
} as const;

/** Writes the email with a six-digit code for a registration or a password reset. */
export function codeMail(purpose: "register" | "reset", code: string): InEachLanguage {
  const isReset = purpose === "reset";
  return {
    en: {
      subject: isReset ? "Your password reset code" : "Your verification code",
      heading: isReset ? "Reset your password" : "Verify your email",
      paragraphs: [`Enter this code in Tessera. It works once, within ${CODE_MINUTES} minutes.`],
      code,
      note: `Tessera never asks for this code by phone or chat. ${IGNORE.en}`,
    },
    "zh-CN": {
      subject: isReset ? "重置密码验证码" : "邮箱验证码",
      heading: isReset ? "重置密码" : "验证邮箱",
      paragraphs: [`请在 Tessera 中输入此验证码，${CODE_MINUTES} 分钟内有效，仅可使用一次。`],
      code,
      note: `Tessera 不会通过电话或聊天索要此验证码。${IGNORE["zh-CN"]}`,
    },
    "zh-TW": {
      subject: isReset ? "重設密碼驗證碼" : "電子郵件驗證碼",
      heading: isReset ? "重設密碼" : "驗證電子郵件",
      paragraphs: [`請在 Tessera 中輸入此驗證碼，${CODE_MINUTES} 分鐘內有效，僅可使用一次。`],
      code,
      note: `Tessera 不會透過電話或聊天索取此驗證碼。${IGNORE["zh-TW"]}`,
    },
  };
}

/** Writes the email with the link that activates an account and signs in. */
export function verificationMail(url: string): InEachLanguage {
  return {
    en: {
      subject: "Confirm your email to open your account",
      heading: "Welcome to Tessera",
      paragraphs: [
        "Confirm this address to open your account. The link works once and expires in 24 hours.",
      ],
      action: { label: "Confirm and sign in", url },
      note: IGNORE.en,
    },
    "zh-CN": {
      subject: "确认邮箱以开通账户",
      heading: "欢迎使用 Tessera",
      paragraphs: ["确认此邮箱后即可开通账户。链接 24 小时内有效，仅可使用一次。"],
      action: { label: "确认并登录", url },
      note: IGNORE["zh-CN"],
    },
    "zh-TW": {
      subject: "確認電子郵件以開通帳戶",
      heading: "歡迎使用 Tessera",
      paragraphs: ["確認此電子郵件後即可開通帳戶。連結 24 小時內有效，僅可使用一次。"],
      action: { label: "確認並登入", url },
      note: IGNORE["zh-TW"],
    },
  };
}

/**
 * Writes the email that tells the owner of an address that someone tried to register with it again.
 */
export function alreadyRegisteredMail(signInUrl: string): InEachLanguage {
  return {
    en: {
      subject: "You already have an account",
      heading: "You already have an account",
      paragraphs: [
        "Somebody, perhaps you, tried to register this address. It already has an account: sign " +
          "in, or reset your password if you forgot it.",
      ],
      action: { label: "Sign in", url: signInUrl },
      note: IGNORE.en,
    },
    "zh-CN": {
      subject: "你已有账户",
      heading: "你已有账户",
      paragraphs: [
        "有人（可能是你）尝试用此邮箱注册。该邮箱已有账户，请直接登录；如忘记密码可重置。",
      ],
      action: { label: "登录", url: signInUrl },
      note: IGNORE["zh-CN"],
    },
    "zh-TW": {
      subject: "你已有帳戶",
      heading: "你已有帳戶",
      paragraphs: [
        "有人（可能是你）嘗試用此電子郵件註冊。該電子郵件已有帳戶，請直接登入；如忘記密碼可重設。",
      ],
      action: { label: "登入", url: signInUrl },
      note: IGNORE["zh-TW"],
    },
  };
}

/** Writes the email that tells the owner about a username change, in case someone else made it. */
export function usernameChangedMail(username: string, resetUrl: string): InEachLanguage {
  return {
    en: {
      subject: "Your username was changed",
      heading: "Your username was changed",
      paragraphs: [
        `Your username is now ${username}. Sign in with it or with your email; the old username ` +
          "no longer works. Your password stays the same.",
      ],
      action: { label: "It wasn’t me: reset my password", url: resetUrl },
      note: "If you changed it yourself, you don’t need to do anything.",
    },
    "zh-CN": {
      subject: "用户名已更改",
      heading: "用户名已更改",
      paragraphs: [
        `你的新用户名是 ${username}。请使用新用户名或邮箱登录，旧用户名已失效，密码不变。`,
      ],
      action: { label: "不是我操作的，立即重置密码", url: resetUrl },
      note: "如果是你本人操作，无需处理。",
    },
    "zh-TW": {
      subject: "使用者名稱已變更",
      heading: "使用者名稱已變更",
      paragraphs: [
        `你的新使用者名稱是 ${username}。請使用新的使用者名稱或電子郵件登入，` +
          "舊的使用者名稱已失效，密碼不變。",
      ],
      action: { label: "不是我操作的，立即重設密碼", url: resetUrl },
      note: "如果是你本人操作，無需處理。",
    },
  };
}

/** Writes the email that tells the owner about a new password, in case someone else set it. */
export function passwordChangedMail(how: "reset" | "changed", resetUrl: string): InEachLanguage {
  const wasReset = how === "reset";
  return {
    en: {
      subject: "Your password was changed",
      heading: "Your password was changed",
      paragraphs: [
        wasReset
          ? "All devices were signed out. Sign in with the new password."
          : "All other devices were signed out. Sign in there with the new password.",
      ],
      action: { label: "It wasn’t me: reset it", url: resetUrl },
      note: "If you changed it yourself, you don’t need to do anything.",
    },
    "zh-CN": {
      subject: "密码已更改",
      heading: "密码已更改",
      paragraphs: [
        wasReset
          ? "所有设备均已退出登录，请使用新密码登录。"
          : "其他设备均已退出登录，需使用新密码重新登录。",
      ],
      action: { label: "不是我操作的，立即重置", url: resetUrl },
      note: "如果是你本人操作，无需处理。",
    },
    "zh-TW": {
      subject: "密碼已變更",
      heading: "密碼已變更",
      paragraphs: [
        wasReset
          ? "所有裝置均已登出，請使用新密碼登入。"
          : "其他裝置均已登出，需使用新密碼重新登入。",
      ],
      action: { label: "不是我操作的，立即重設", url: resetUrl },
      note: "如果是你本人操作，無需處理。",
    },
  };
}

/**
 * Writes the email about a suspension or its end. Gives no details, since a stranger might read it.
 * A suspended customer cannot sign in to write to support, so the email asks for a reply.
 */
export function suspensionMail(suspended: boolean): InEachLanguage {
  return {
    en: {
      subject: suspended ? "Your account was suspended" : "Your account was restored",
      heading: suspended ? "Your account was suspended" : "Your account was restored",
      paragraphs: [
        suspended
          ? "You can’t sign in for now, and your cards can’t pay. Your money stays yours, and " +
            "refunds still arrive."
          : "You can sign in and pay again. Frozen cards stay frozen until the freeze is lifted.",
      ],
      note: suspended
        ? "Questions, or do you want this lifted? Reply to this email."
        : "Questions? Contact Tessera support.",
    },
    "zh-CN": {
      subject: suspended ? "账户已被暂停" : "账户已恢复",
      heading: suspended ? "账户已被暂停" : "账户已恢复",
      paragraphs: [
        suspended
          ? "你暂时无法登录，名下卡片无法付款。你的资金仍归你所有，退款仍会正常到账。"
          : "你可以重新登录并付款。已冻结的卡片在解冻前仍保持冻结。",
      ],
      note: suspended
        ? "如有疑问或希望解除暂停，请直接回复此邮件。"
        : "如有疑问，请联系 Tessera 客服。",
    },
    "zh-TW": {
      subject: suspended ? "帳戶已被暫停" : "帳戶已恢復",
      heading: suspended ? "帳戶已被暫停" : "帳戶已恢復",
      paragraphs: [
        suspended
          ? "你暫時無法登入，名下卡片無法付款。你的資金仍歸你所有，退款仍會正常入帳。"
          : "你可以重新登入並付款。已凍結的卡片在解凍前仍保持凍結。",
      ],
      note: suspended
        ? "如有疑問或希望解除暫停，請直接回覆此郵件。"
        : "如有疑問，請聯絡 Tessera 客服。",
    },
  };
}
