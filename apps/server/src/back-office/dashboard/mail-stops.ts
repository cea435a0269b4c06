import type { Locale } from "@tessera/contract/errors/locales";
import { enqueueMail, type MailContent } from "../../adapters/mail/index.ts";
import { findOperatorAddresses } from "../../identity/people/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { noteMailed } from "./account-stops.repository.ts";

const LIFETIME_SECONDS = 7 * 86_400;

const MAILS: Readonly<Record<Locale, (count: number, url: string) => MailContent>> = {
  en: (count, url) => ({
    subject: "Accounts stopped after a ledger check",
    heading: "Accounts stopped after a ledger check",
    paragraphs: [
      count === 1
        ? "One account failed a ledger check and is stopped until an administrator lifts the stop."
        : `${count} accounts failed a ledger check and are stopped until somebody lifts each stop.`,
      "Meanwhile, only what the card network has settled is booked on them, and confirmed " +
        "withdrawals wait.",
      "The board shows what was found. Run verify and correct the data before you lift a stop.",
    ],
    action: { label: "Open the board", url },
    note: "You receive this mail as an administrator of Tessera.",
  }),
  "zh-CN": (count, url) => ({
    subject: "有账户因账本检查未通过而停用",
    heading: "有账户因账本检查未通过而停用",
    paragraphs: [
      `${count} 个账户未通过账本检查，在管理员解除之前保持停用。`,
      "停用期间只记入卡组织已结算的款项，已确认的提现暂不发出。",
      "请在总览中查看每个账户的检查结果，运行 verify 并处理问题后再解除停用。",
    ],
    action: { label: "打开总览", url },
    note: "你收到此邮件，是因为你是 Tessera 的管理员。",
  }),
  "zh-TW": (count, url) => ({
    subject: "有帳戶因帳本檢查未通過而停用",
    heading: "有帳戶因帳本檢查未通過而停用",
    paragraphs: [
      `${count} 個帳戶未通過帳本檢查，在管理員解除之前保持停用。`,
      "停用期間只記入卡組織已結算的款項，已確認的提領暫不送出。",
      "請在總覽中查看每個帳戶的檢查結果，執行 verify 並處理問題後再解除停用。",
    ],
    action: { label: "開啟總覽", url },
    note: "你收到這封郵件，是因為你是 Tessera 的管理員。",
  }),
};

/**
 * Emails administrators about all stops that have not been covered by an email. Each administrator
 * gets one email, no matter how many stops there are. Every stop is covered by exactly one email,
 * even after a crash or with several servers. If there are no administrators, the stops wait until
 * there is one.
 */
export async function mailStops(context: AppContext): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const administrators = await findOperatorAddresses(tx, ["administrator"]);
    const count = administrators.length === 0 ? 0 : await noteMailed(tx, context.clock.now());
    if (count === 0) {
      return;
    }
    const url = `${context.config.publicUrl}/system/board`;
    for (const { email: to, locale } of administrators) {
      const content = MAILS[locale](count, url);
      await enqueueMail(context, tx, { to, locale, content }, LIFETIME_SECONDS);
    }
  });
}
