import type { Locale, LocalizedText } from "@tessera/contract/errors/locales";
import { ARCHIVE_DAYS, type ArchiveFailure } from "@tessera/contract/identity/my-data.schemas";
import { enqueueMail, type MailContent } from "../../adapters/mail/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { findMailAddresses } from "../people/index.ts";

const DAY_SECONDS = 86_400;

function readyContent(url: string): Readonly<Record<Locale, MailContent>> {
  return {
    en: {
      subject: "Your Tessera data archive is ready",
      heading: "Your data archive is ready",
      paragraphs: [
        `You can download it in the console for ${ARCHIVE_DAYS} days. Then it is deleted.`,
        "If you didn’t request it, change your password and contact support.",
      ],
      action: { label: "Open My data", url },
      note: "For your safety, this email has none of your data. Downloads ask for your password.",
    },
    "zh-CN": {
      subject: "你的 Tessera 个人数据副本已就绪",
      heading: "个人数据副本已就绪",
      paragraphs: [
        `你可以在 ${ARCHIVE_DAYS} 天内于控制台下载，之后数据副本会被删除。`,
        "如果不是你本人申请的，请修改密码并联系客服。",
      ],
      action: { label: "打开“我的数据”", url },
      note: "为保障安全，本邮件不包含你的任何数据，下载时需要验证身份。",
    },
    "zh-TW": {
      subject: "你的 Tessera 個人資料封存檔已就緒",
      heading: "個人資料封存檔已就緒",
      paragraphs: [
        `你可以在 ${ARCHIVE_DAYS} 天內於主控台下載，之後封存檔會被刪除。`,
        "如果不是你本人申請的，請變更密碼並聯絡客服。",
      ],
      action: { label: "開啟「我的資料」", url },
      note: "為保障安全，本郵件不含你的任何資料，下載時需要驗證身分。",
    },
  };
}

/** What happened, and what to do about it. */
const FAILURES: Readonly<Record<ArchiveFailure, LocalizedText>> = {
  too_large: {
    en: "Your data is too large for one archive. Contact support to get it.",
    "zh-CN": "你的数据过大，无法放入一份副本。请联系客服获取。",
    "zh-TW": "你的資料過大，無法放入一個封存檔。請聯絡客服取得。",
  },
  internal: {
    en: "Something went wrong on our side. Request it again in the console.",
    "zh-CN": "我们的系统出现了问题。请在控制台重新申请。",
    "zh-TW": "我們的系統發生問題。請在主控台重新申請。",
  },
};

function failedContent(
  url: string,
  failure: ArchiveFailure,
): Readonly<Record<Locale, MailContent>> {
  const what = FAILURES[failure];
  return {
    en: {
      subject: "Your Tessera data archive couldn’t be created",
      heading: "Your data archive couldn’t be created",
      paragraphs: [what.en, "If you didn’t request it, change your password and contact support."],
      action: { label: "Open My data", url },
      note: "For your safety, this email has none of your data.",
    },
    "zh-CN": {
      subject: "你的 Tessera 个人数据副本未能生成",
      heading: "个人数据副本未能生成",
      paragraphs: [what["zh-CN"], "如果不是你本人申请的，请修改密码并联系客服。"],
      action: { label: "打开“我的数据”", url },
      note: "为保障安全，本邮件不包含你的任何数据。",
    },
    "zh-TW": {
      subject: "你的 Tessera 個人資料封存檔未能產生",
      heading: "個人資料封存檔未能產生",
      paragraphs: [what["zh-TW"], "如果不是你本人申請的，請變更密碼並聯絡客服。"],
      action: { label: "開啟「我的資料」", url },
      note: "為保障安全，本郵件不含你的任何資料。",
    },
  };
}

function urlOf({ config }: AppContext): string {
  return `${config.publicUrl}/profile/my-data`;
}

/** Notifies the customer by email, after the transaction commits, that an archive is ready. */
export function mailReady(context: AppContext, tx: Tx, customerId: string): Promise<void> {
  return mail(context, tx, customerId, readyContent(urlOf(context)));
}

/**
 * Notifies the customer by email, after the transaction commits, that an archive could not be
 * created, and what to do.
 */
export function mailFailed(
  context: AppContext,
  tx: Tx,
  customerId: string,
  failure: ArchiveFailure,
): Promise<void> {
  return mail(context, tx, customerId, failedContent(urlOf(context), failure));
}

async function mail(
  context: AppContext,
  tx: Tx,
  customerId: string,
  contents: Readonly<Record<Locale, MailContent>>,
): Promise<void> {
  for (const { email, locale } of await findMailAddresses(tx, customerId)) {
    const letter = { to: email, locale, content: contents[locale] };
    await enqueueMail(context, tx, letter, ARCHIVE_DAYS * DAY_SECONDS);
  }
}
