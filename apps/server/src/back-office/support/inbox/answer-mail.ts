import type { Locale } from "@tessera/contract/errors/locales";
import type { MailContent } from "../../../adapters/mail/index.ts";

/**
 * Returns an email that announces a reply and links to it. The email does not contain the reply
 * itself, because other people may have access to the mailbox.
 */
export function answerMail(url: string): Readonly<Record<Locale, MailContent>> {
  return {
    en: {
      subject: "You have a reply from Tessera support",
      heading: "You have a reply",
      paragraphs: [
        "Support replied to you. For your safety, the reply is not in this email: " +
          "sign in to read it.",
      ],
      action: { label: "Read the reply", url },
      note: "Tessera never asks for your password, a code or a card’s number in a conversation.",
    },
    "zh-CN": {
      subject: "Tessera 客服已回复你",
      heading: "你有一条新回复",
      paragraphs: ["客服已回复你的咨询。为保障安全，邮件中不包含回复内容，请登录后查看。"],
      action: { label: "查看回复", url },
      note: "Tessera 不会在会话中索要你的密码、验证码或卡号。",
    },
    "zh-TW": {
      subject: "Tessera 客服已回覆你",
      heading: "你有一則新回覆",
      paragraphs: ["客服已回覆你的詢問。為保障安全，郵件中不含回覆內容，請登入後檢視。"],
      action: { label: "檢視回覆", url },
      note: "Tessera 不會在對話中索取你的密碼、驗證碼或卡號。",
    },
  };
}
