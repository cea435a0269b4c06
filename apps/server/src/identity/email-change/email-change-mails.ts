import { CODE_LIFETIME_SECONDS } from "@tessera/contract/constants";
import type { Locale } from "@tessera/contract/errors/locales";
import { enqueueMail, type MailContent } from "../../adapters/mail/index.ts";
import { newStopLink } from "../../money-movement/payouts/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { findPerson } from "../people/index.ts";
import { maskedEmail } from "./email-change.policy.ts";
import type { EmailChangeRow } from "./email-change.tables.ts";

const CODE_MINUTES = CODE_LIFETIME_SECONDS / 60;
const NOTICE_LIFETIME_SECONDS = 7 * 86_400;

type InEachLanguage = Readonly<Record<Locale, MailContent>>;

/** The reason shown to a customer whose request can no longer be approved. */
export const TAKEN_REASON: Readonly<Record<Locale, string>> = {
  en: "Another account now uses this address. You can request a different one.",
  "zh-CN": "该邮箱现已属于另一账户，你可以改用其他邮箱重新申请。",
  "zh-TW": "此電子郵件現已屬於另一帳戶，你可以改用其他電子郵件重新申請。",
};

/** Writes the email with a six-digit code to the address to be verified. */
export function codeMail(code: string): InEachLanguage {
  return {
    en: {
      subject: "Your code for a new email",
      heading: "Confirm your new email",
      paragraphs: [
        "Somebody, probably you, wants to use this address with Tessera. Enter this code there. " +
          `It works once, within ${CODE_MINUTES} minutes.`,
      ],
      code,
      note:
        "Tessera never asks for this code by phone or chat. If this wasn’t you, ignore this " +
        "email. Nothing changes without the code.",
    },
    "zh-CN": {
      subject: "新邮箱验证码",
      heading: "确认新邮箱",
      paragraphs: [
        "有人（可能是你本人）希望在 Tessera 使用此邮箱。请在 Tessera 中输入此验证码，" +
          `${CODE_MINUTES} 分钟内有效，仅可使用一次。`,
      ],
      code,
      note:
        "Tessera 绝不会通过电话或聊天索要此验证码。如果不是你本人操作，请忽略此邮件，" +
        "不会发生任何更改。",
    },
    "zh-TW": {
      subject: "新電子郵件驗證碼",
      heading: "確認新的電子郵件",
      paragraphs: [
        "有人（可能是你本人）希望在 Tessera 使用此電子郵件。請在 Tessera 中輸入此驗證碼，" +
          `${CODE_MINUTES} 分鐘內有效，僅可使用一次。`,
      ],
      code,
      note:
        "Tessera 絕不會以電話或聊天索取此驗證碼。如果不是你本人操作，請忽略此郵件，" +
        "不會發生任何變更。",
    },
  };
}

/** Writes the email that tells the owner of an address that someone else requested it. */
export function takenMail(): InEachLanguage {
  return {
    en: {
      subject: "Your email was entered for another account",
      heading: "This address has an account",
      paragraphs: [
        "Somebody, perhaps you, tried to use this email for another Tessera account. It " +
          "belongs to your account, so nothing was changed.",
      ],
      note: "You don’t need to do anything.",
    },
    "zh-CN": {
      subject: "有人为另一账户填写了你的邮箱",
      heading: "此邮箱已有账户",
      paragraphs: [
        "有人（可能是你本人）尝试把此邮箱设为另一 Tessera 账户的邮箱。它属于你的账户，未作任何更改。",
      ],
      note: "无需处理。",
    },
    "zh-TW": {
      subject: "有人為另一帳戶填寫了你的電子郵件",
      heading: "此電子郵件已有帳戶",
      paragraphs: [
        "有人（可能是你本人）嘗試把此電子郵件設為另一 Tessera 帳戶的電子郵件。" +
          "它屬於你的帳戶，未作任何變更。",
      ],
      note: "無需處理。",
    },
  };
}

const STOP: Readonly<Record<Locale, { readonly label: string; readonly note: string }>> = {
  en: {
    label: "It wasn’t me: stop everything",
    note:
      "The link works once, for three days. It stops the change or restores this address, " +
      "cancels withdrawals that have not been sent, signs out all devices and blocks withdrawals " +
      "until you reset your password and talk to us. If it was you, you don’t need to do anything.",
  },
  "zh-CN": {
    label: "不是我操作的，立即停止",
    note:
      "链接三天内有效，仅可使用一次。使用后将停止此次变更或恢复此邮箱，取消尚未发出的提现，" +
      "让所有设备退出登录并锁定提现，直至你重置密码并与我们联系。如果是你本人操作，无需处理。",
  },
  "zh-TW": {
    label: "不是我操作的，立即停止",
    note:
      "連結三天內有效，僅可使用一次。使用後將停止此次變更或恢復此電子郵件，取消尚未送出的提領，" +
      "登出所有裝置並鎖定提領，直到你重設密碼並與我們聯絡。如果是你本人操作，無需處理。",
  },
};

type Told = Readonly<Record<Locale, readonly [subject: string, text: string]>>;

function requested(masked: string): Told {
  return {
    en: [
      "A change of your email was requested",
      `Your account’s email will change to ${masked}. Until then, this address stays in use.`,
    ],
    "zh-CN": ["有人申请变更你的邮箱", `你账户的邮箱将变更为 ${masked}，在此之前此邮箱继续有效。`],
    "zh-TW": [
      "有人申請變更你的電子郵件",
      `你帳戶的電子郵件將變更為 ${masked}，在此之前此電子郵件繼續有效。`,
    ],
  };
}

function applied(masked: string): Told {
  return {
    en: [
      "Your email was changed",
      `Your account’s email is now ${masked}. You can no longer sign in with this address, ` +
        "and other devices were signed out.",
    ],
    "zh-CN": [
      "你的邮箱已变更",
      `你账户的邮箱现为 ${masked}，此邮箱已无法用于登录，其他设备均已退出登录。`,
    ],
    "zh-TW": [
      "你的電子郵件已變更",
      `你帳戶的電子郵件現為 ${masked}，此電子郵件已無法用於登入，其他裝置均已登出。`,
    ],
  };
}

function welcome(): InEachLanguage {
  const mailOf = (subject: string, text: string, note: string): MailContent => ({
    subject,
    heading: subject,
    paragraphs: [text],
    note,
  });
  return {
    en: mailOf(
      "This is now your Tessera email",
      "Sign in with it or with your username, which stays the same. Withdrawals are locked for a " +
        "while, as after every change to how you sign in.",
      "We also notified your previous address.",
    ),
    "zh-CN": mailOf(
      "此邮箱已成为你的 Tessera 邮箱",
      "请使用此邮箱或用户名登录，用户名不变。与每次变更登录方式一样，提现将暂停一段时间。",
      "我们也已通知你的原邮箱。",
    ),
    "zh-TW": mailOf(
      "此電子郵件已成為你的 Tessera 電子郵件",
      "請使用此電子郵件或使用者名稱登入，使用者名稱不變。與每次變更登入方式一樣，" +
        "提領將暫停一段時間。",
      "我們也已通知你的原電子郵件。",
    ),
  };
}

async function tellFormer(
  context: AppContext,
  tx: Tx,
  row: EmailChangeRow,
  { told, locale }: { readonly told: Told; readonly locale: Locale },
): Promise<void> {
  const about = { id: row.id, customerId: row.customer_id };
  const { url, lifetimeSeconds } = await newStopLink(context, tx, about);
  const [subject, text] = told[locale];
  const { label, note } = STOP[locale];
  const content = { subject, heading: subject, paragraphs: [text], action: { label, url }, note };
  await enqueueMail(context, tx, { to: row.old_email, locale, content }, lifetimeSeconds);
}

/**
 * Notifies the current address that a change to another address was requested. The email contains a
 * link that cancels the change and puts a security hold on the account.
 */
export function tellOfRequest(
  context: AppContext,
  tx: Tx,
  row: EmailChangeRow,
  locale: Locale,
): Promise<void> {
  return tellFormer(context, tx, row, { told: requested(maskedEmail(row.new_email)), locale });
}

/**
 * Notifies both addresses that the new one is in effect. The email to the former address contains a
 * link that undoes the change.
 */
export async function tellOfChange(
  context: AppContext,
  tx: Tx,
  row: EmailChangeRow,
): Promise<void> {
  const locale = (await findPerson(tx, row.person_id))?.locale ?? "en";
  await tellFormer(context, tx, row, { told: applied(maskedEmail(row.new_email)), locale });
  const mail = { to: row.new_email, locale, content: welcome()[locale] };
  await enqueueMail(context, tx, mail, NOTICE_LIFETIME_SECONDS);
}
