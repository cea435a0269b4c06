import type { Locale } from "@tessera/contract/errors/locales";
import { enqueueMail, type MailContent } from "../../../adapters/mail/index.ts";
import { findMailAddresses } from "../../../identity/people/index.ts";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { wireId } from "../../../platform/ids.ts";

/**
 * A verification hold as described in its email. Contains nothing that would help a stranger who
 * reads the email.
 */
interface VerificationHold {
  readonly customerId: string;
  readonly cardId: string;
  readonly last4: string;
  readonly wrongTries: number;
}

const LIFETIME_SECONDS = 7 * 86_400;

type Content = Omit<MailContent, "action"> & { readonly label: string };

const TEXTS: Readonly<Record<Locale, (hold: VerificationHold) => Content>> = {
  en: ({ last4, wrongTries }) => ({
    subject: "Your card is on hold: check it",
    heading: `Your card ending ${last4} is on hold`,
    paragraphs: [
      `A wrong expiry date or CVV was given for it ${wrongTries} times within 24 hours, so it ` +
        "makes no payments for now. The money on it is safe, and refunds still arrive.",
      "Were these payments yours? Open the card and confirm that it is safe. If not, replace it: " +
        "you get a new number free of charge, and the balance moves to it.",
    ],
    label: "Open the card",
    note: "Tessera never asks for a card number, CVV or password by email.",
  }),
  "zh-CN": ({ last4, wrongTries }) => ({
    subject: "卡片已暂停使用，请核实",
    heading: `你尾号 ${last4} 的卡片已暂停使用`,
    paragraphs: [
      `24 小时内，该卡的有效期或 CVV 被输错 ${wrongTries} 次，因此暂时无法付款。` +
        "卡内资金安全，退款仍会正常到账。",
      "如果是你本人付款，请打开卡片并确认卡片安全；如果不是，请补换卡片：" +
        "免费获得新卡号，余额会一并转入新卡。",
    ],
    label: "打开卡片",
    note: "Tessera 不会通过邮件索要卡号、CVV 或密码。",
  }),
  "zh-TW": ({ last4, wrongTries }) => ({
    subject: "卡片已暫停使用，請核實",
    heading: `你末四碼 ${last4} 的卡片已暫停使用`,
    paragraphs: [
      `24 小時內，該卡的有效期限或 CVV 被輸錯 ${wrongTries} 次，因此暫時無法付款。` +
        "卡內資金安全，退款仍會正常入帳。",
      "如果是你本人付款，請開啟卡片並確認卡片安全；如果不是，請補換卡片：" +
        "免費取得新卡號，餘額會一併轉入新卡。",
    ],
    label: "開啟卡片",
    note: "Tessera 不會透過郵件索取卡號、CVV 或密碼。",
  }),
};

/** Enqueues the emails about a verification hold, to be sent after the transaction commits. */
export async function enqueueVerificationMails(
  context: AppContext,
  tx: Tx,
  hold: VerificationHold,
): Promise<void> {
  const url = `${context.config.publicUrl}/cards/${wireId("card", hold.cardId)}`;
  for (const { email: to, locale } of await findMailAddresses(tx, hold.customerId)) {
    const { label, ...content } = TEXTS[locale](hold);
    const mail = { to, locale, content: { ...content, action: { label, url } } };
    await enqueueMail(context, tx, mail, LIFETIME_SECONDS);
  }
}
