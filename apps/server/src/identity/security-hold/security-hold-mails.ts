import type { Locale } from "@tessera/contract/errors/locales";
import { enqueueMail, type MailContent } from "../../adapters/mail/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { findMailAddresses } from "../people/index.ts";

const NOTICE_LIFETIME_SECONDS = 7 * 86_400;

const LIFTED: Readonly<Record<Locale, MailContent>> = {
  en: {
    subject: "The security hold on your account was lifted",
    heading: "The security hold on your account was lifted",
    paragraphs: [
      "After you used a “not me” link, we blocked withdrawals, new addresses and card numbers. " +
        "They work again now. Canceled requests stay canceled; make new ones if you need them.",
    ],
    note: "Don’t recognize this? Don’t reply; sign in and contact Tessera support at once.",
  },
  "zh-CN": {
    subject: "账户保护性锁定已解除",
    heading: "账户保护性锁定已解除",
    paragraphs: [
      "你曾表示“不是我操作的”，我们因此停止了提现、新增地址和查看卡号。现已解除。" +
        "此前取消的申请不会恢复，如有需要请重新提交。",
    ],
    note: "对此不知情？请勿回复邮件，立即登录并联系 Tessera 客服。",
  },
  "zh-TW": {
    subject: "帳戶保護性鎖定已解除",
    heading: "帳戶保護性鎖定已解除",
    paragraphs: [
      "你曾表示「不是我操作的」，我們因此停止了提領、新增地址與檢視卡號。現已解除。" +
        "先前取消的申請不會恢復，如有需要請重新提出。",
    ],
    note: "對此不知情？請勿回覆郵件，立即登入並聯絡 Tessera 客服。",
  },
};

/** Notifies a customer, by email and on open screens, that their hold was lifted. */
export async function tellOfLift(context: AppContext, tx: Tx, customerId: string): Promise<void> {
  for (const { email: to, locale } of await findMailAddresses(tx, customerId)) {
    const content = LIFTED[locale];
    await enqueueMail(context, tx, { to, locale, content }, NOTICE_LIFETIME_SECONDS);
  }
  await context.ledger.appendEvents(tx, [{ topic: "withdrawals", body: { customerId } }]);
}
