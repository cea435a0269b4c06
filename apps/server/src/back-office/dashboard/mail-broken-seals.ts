import type { Locale } from "@tessera/contract/errors/locales";
import { enqueueMail, type MailContent } from "../../adapters/mail/index.ts";
import { findOperatorAddresses } from "../../identity/people/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";

const LIFETIME_SECONDS = 7 * 86_400;

const MAILS: Readonly<Record<Locale, (url: string) => MailContent>> = {
  en: (url) => ({
    subject: "The sealed log was changed",
    heading: "The sealed log was changed",
    paragraphs: [
      "A scheduled check found that the sealed log of money and audit events is not what was " +
        "sealed: something was changed, removed, reordered or cut off.",
      "Run verify, and keep the database as it is until you understand what happened.",
    ],
    action: { label: "Open the board", url },
    note: "You receive this mail as an administrator of Tessera.",
  }),
  "zh-CN": (url) => ({
    subject: "封存日志被改动",
    heading: "封存日志被改动",
    paragraphs: [
      "定期检查发现，资金与审计事件的封存日志与封存时的内容不一致：有记录被修改、删除、调换顺序或截断。",
      "请运行 verify，并在查明原因之前保持数据库原样。",
    ],
    action: { label: "打开总览", url },
    note: "你收到此邮件，是因为你是 Tessera 的管理员。",
  }),
  "zh-TW": (url) => ({
    subject: "封存日誌遭到更動",
    heading: "封存日誌遭到更動",
    paragraphs: [
      "定期檢查發現，資金與稽核事件的封存日誌與封存時的內容不一致：有紀錄遭修改、刪除、調換順序或截斷。",
      "請執行 verify，並在查明原因之前保持資料庫原樣。",
    ],
    action: { label: "開啟總覽", url },
    note: "你收到這封郵件，是因為你是 Tessera 的管理員。",
  }),
};

/** Emails every administrator that the sealed log is broken. */
export async function mailBrokenSeals(context: AppContext, tx: Tx): Promise<void> {
  const url = `${context.config.publicUrl}/system/board`;
  for (const { email: to, locale } of await findOperatorAddresses(tx, ["administrator"])) {
    await enqueueMail(context, tx, { to, locale, content: MAILS[locale](url) }, LIFETIME_SECONDS);
  }
}
