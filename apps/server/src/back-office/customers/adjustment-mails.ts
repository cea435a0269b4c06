import type { Locale } from "@tessera/contract/errors/locales";
import { formatAmount } from "@tessera/money";
import { enqueueMail, type MailContent } from "../../adapters/mail/index.ts";
import { findMailAddresses } from "../../identity/people/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import type { CorrectionRow } from "./customers.tables.ts";

const LIFETIME_SECONDS = 7 * 86_400;

interface Told {
  readonly amount: string;
  readonly isCredit: boolean;
  readonly reason: string;
}

const MAILS: Readonly<Record<Locale, (told: Told) => MailContent>> = {
  en: ({ amount, isCredit, reason }) => ({
    subject: "An adjustment in your bills",
    heading: "An adjustment in your bills",
    paragraphs: [
      isCredit ? `Tessera added ${amount}.` : `Tessera took ${amount} back.`,
      `Reason: ${reason}`,
    ],
    note: "You can see it in your bills. Questions? Contact Tessera support.",
  }),
  "zh-CN": ({ amount, isCredit, reason }) => ({
    subject: "账单中有一笔更正",
    heading: "账单中有一笔更正",
    paragraphs: [
      isCredit ? `Tessera 已为你补入 ${amount}。` : `Tessera 已从你的余额中扣回 ${amount}。`,
      `原因：${reason}`,
    ],
    note: "详情请查看账单。如有疑问，请联系 Tessera 客服。",
  }),
  "zh-TW": ({ amount, isCredit, reason }) => ({
    subject: "帳單中有一筆更正",
    heading: "帳單中有一筆更正",
    paragraphs: [
      isCredit ? `Tessera 已為你補入 ${amount}。` : `Tessera 已從你的餘額中扣回 ${amount}。`,
      `原因：${reason}`,
    ],
    note: "詳情請檢視帳單。如有疑問，請聯絡 Tessera 客服。",
  }),
};

/** Enqueues an email to a customer about an adjustment, to be sent after the commit. */
export async function enqueueCorrectionMails(
  context: AppContext,
  tx: Tx,
  correction: CorrectionRow,
): Promise<void> {
  const { currency, amount_minor: amountMinor, direction, reason } = correction;
  const amount = `${formatAmount(amountMinor, currency)} ${currency}`;
  for (const { email: to, locale } of await findMailAddresses(tx, correction.customer_id)) {
    const content = MAILS[locale]({ amount, isCredit: direction === "credit", reason });
    await enqueueMail(context, tx, { to, locale, content }, LIFETIME_SECONDS);
  }
}
