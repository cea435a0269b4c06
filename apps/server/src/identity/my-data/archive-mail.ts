import type { Locale } from "@tessera/contract/errors/locales";
import { ARCHIVE_DAYS } from "@tessera/contract/identity/my-data.schemas";
import { enqueueMail, type MailContent } from "../../adapters/mail/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { findMailAddresses } from "../people/index.ts";

const DAY_SECONDS = 86_400;

function contentOf(url: string): Readonly<Record<Locale, MailContent>> {
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

/** Notifies the customer by email, after the transaction commits, that an archive is ready. */
export async function mailReady(context: AppContext, tx: Tx, customerId: string): Promise<void> {
  const contents = contentOf(`${context.config.publicUrl}/profile/my-data`);
  for (const { email, locale } of await findMailAddresses(tx, customerId)) {
    const mail = { to: email, locale, content: contents[locale] };
    await enqueueMail(context, tx, mail, ARCHIVE_DAYS * DAY_SECONDS);
  }
}
