import type { CaseKind } from "@tessera/contract/back-office/reviews.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { enqueueMail, type MailContent } from "../../adapters/mail/index.ts";
import { findMailAddresses } from "../../identity/people/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { isOperatorsOnly } from "./operators-only.policy.ts";

/** Events that the customer is emailed about. */
export type CaseNews = "opened" | "asked" | "approved" | "rejected" | "expired";

const LIFETIME_SECONDS = 7 * 86_400;

const KINDS: Readonly<Record<Locale, Readonly<Record<CaseKind, string>>>> = {
  en: {
    withdrawal: "withdrawal",
    card_application: "card application",
    deposit: "deposit",
    profile_change: "change of your profile",
    factor_reset: "reset of your second factor",
    unanswered_hold: "held payment",
    bank_transfer: "bank transfer",
    bank_assignment: "assignment of a bank transfer",
    deposit_retraction: "deposit that was taken back",
  },
  "zh-CN": {
    withdrawal: "提现",
    card_application: "卡片申请",
    deposit: "充值",
    profile_change: "资料变更",
    factor_reset: "第二重验证重置",
    unanswered_hold: "冻结的付款",
    bank_transfer: "银行转账",
    bank_assignment: "银行转账指派",
    deposit_retraction: "被撤回的充值",
  },
  "zh-TW": {
    withdrawal: "提領",
    card_application: "卡片申請",
    deposit: "儲值",
    profile_change: "資料變更",
    factor_reset: "第二重驗證重設",
    unanswered_hold: "保留的付款",
    bank_transfer: "銀行轉帳",
    bank_assignment: "銀行轉帳指派",
    deposit_retraction: "被撤回的儲值",
  },
};

type Words = Readonly<Record<CaseNews, readonly [subject: string, text: string]>>;

const WORDS: Readonly<Record<Locale, (what: string) => Words>> = {
  en: (what) => ({
    opened: [
      `Your ${what} is under review`,
      `We are reviewing your ${what}. You don’t need to do anything now.`,
    ],
    asked: [
      `We need something from you for your ${what}`,
      `Your ${what} is waiting for you. Sign in to see what is missing and by when.`,
    ],
    approved: [
      `Your ${what} was approved`,
      `The review of your ${what} is complete, and we are processing it.`,
    ],
    rejected: [
      `Your ${what} was not approved`,
      `The review of your ${what} is complete. Sign in to see why, and what you can do now.`,
    ],
    expired: [
      `The review of your ${what} has ended`,
      `You didn’t reply in time, so your ${what} was closed. Nothing was charged for it.`,
    ],
  }),
  "zh-CN": (what) => ({
    opened: [`你的${what}正在审核`, `我们正在审核你的${what}，目前无需任何操作。`],
    asked: [`你的${what}需要补充资料`, `你的${what}正在等待你处理，请登录查看所需资料和截止时间。`],
    approved: [`你的${what}已通过审核`, `你的${what}审核已完成，将继续办理。`],
    rejected: [`你的${what}未通过审核`, `你的${what}审核已完成，请登录查看原因和后续处理方式。`],
    expired: [
      `你的${what}审核已结束`,
      `我们未在期限内收到你的回复，你的${what}已关闭，未收取任何费用。`,
    ],
  }),
  "zh-TW": (what) => ({
    opened: [`你的${what}正在審核`, `我們正在審核你的${what}，目前無需任何操作。`],
    asked: [`你的${what}需要補充資料`, `你的${what}正在等待你處理，請登入查看所需資料與截止時間。`],
    approved: [`你的${what}已通過審核`, `你的${what}審核已完成，將繼續辦理。`],
    rejected: [`你的${what}未通過審核`, `你的${what}審核已完成，請登入查看原因與後續處理方式。`],
    expired: [
      `你的${what}審核已結束`,
      `我們未在期限內收到你的回覆，你的${what}已關閉，未收取任何費用。`,
    ],
  }),
};

/**
 * The text used instead of the usual one if an operator made the request on the customer's behalf.
 */
const OPENED_FOR: Readonly<Record<Locale, string>> = {
  en:
    "We received a report that you lost your second factor, and are reviewing its removal. It " +
    "wasn’t you, or you still have it? Sign in, withdraw the request, and contact support.",
  "zh-CN":
    "我们收到你丢失第二重验证的说明，正在审核是否将其移除。并非本人提出，或仍可使用？" +
    "请登录撤回该申请并联系客服。",
  "zh-TW":
    "我們收到你遺失第二重驗證的說明，正在審核是否將其移除。並非本人提出，或仍可使用？" +
    "請登入撤回該申請並聯絡客服。",
};

const LABELS: Readonly<Record<Locale, string>> = {
  en: "See the review",
  "zh-CN": "查看审核",
  "zh-TW": "查看審核",
};

const NOTES: Readonly<Record<Locale, string>> = {
  en: "Send documents only in Tessera, never by email. We never ask for passwords or codes.",
  "zh-CN": "请仅在 Tessera 内提交文件，切勿通过邮件发送。我们绝不会索要密码或验证码。",
  "zh-TW": "請僅在 Tessera 內提交文件，切勿以郵件傳送。我們絕不會索取密碼或驗證碼。",
};

function contentOf(locale: Locale, kind: CaseKind, news: CaseNews, url: string): MailContent {
  const [subject, text] = WORDS[locale](KINDS[locale][kind])[news];
  return {
    subject,
    heading: subject,
    paragraphs: [kind === "factor_reset" && news === "opened" ? OPENED_FOR[locale] : text],
    action: { label: LABELS[locale], url },
    note: NOTES[locale],
  };
}

/**
 * Enqueues an email to a case's customer, to be sent after the commit. The email contains no
 * reasons and no secrets. Does nothing for a type of case that only operators see.
 */
export async function enqueueCaseMail(
  context: AppContext,
  tx: Tx,
  about: { readonly kind: CaseKind; readonly customerId: string },
  news: CaseNews,
): Promise<void> {
  if (isOperatorsOnly(about.kind)) {
    return;
  }
  const url = `${context.config.publicUrl}/pending-reviews`;
  for (const { email: to, locale } of await findMailAddresses(tx, about.customerId)) {
    const content = contentOf(locale, about.kind, news, url);
    await enqueueMail(context, tx, { to, locale, content }, LIFETIME_SECONDS);
  }
}
