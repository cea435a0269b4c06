import type { AutoTopUpRefusal } from "@tessera/contract/cards/auto-top-up.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { enqueueMail, type MailContent } from "../../adapters/mail/index.ts";
import type { CardRow } from "../../db/tables/cards.tables.ts";
import { findMailAddresses } from "../../identity/people/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";

const NOTICE_LIFETIME_SECONDS = 7 * 86_400;

type Told = Exclude<AutoTopUpRefusal, "turned_off" | "card_closed">;

const REASONS: Readonly<Record<Locale, Readonly<Record<Told, string>>>> = {
  en: {
    insufficient_funds: "Your account has too little money for the amount and its fee.",
    cap_reached: "It would exceed the most that you allowed per month.",
    fee_rose:
      "The fee is higher than the one that you agreed to. Check the new fee and agree to it.",
    card_frozen: "The card is frozen.",
    card_expired: "The card has expired.",
    card_used: "The card is for a single payment, and was used.",
    account_stopped: "Your account is stopped, or is about to be closed.",
    acceptance_required: "Our terms have changed. Sign in and accept them first.",
    too_late: "We could not add the money in time.",
  },
  "zh-CN": {
    insufficient_funds: "账户余额不足以支付转入金额及费用。",
    cap_reached: "转入后将超过你设定的每月上限。",
    fee_rose: "费用高于你同意的费用。请查看新的费用并确认。",
    card_frozen: "卡片已冻结。",
    card_expired: "卡片已过期。",
    card_used: "这是一次性卡片，已经使用。",
    account_stopped: "你的账户已停用，或即将注销。",
    acceptance_required: "我们的条款已更新。请登录并先接受条款。",
    too_late: "我们未能及时转入。",
  },
  "zh-TW": {
    insufficient_funds: "帳戶餘額不足以支付轉入金額及費用。",
    cap_reached: "轉入後將超過你設定的每月上限。",
    fee_rose: "費用高於你同意的費用。請查看新的費用並確認。",
    card_frozen: "卡片已凍結。",
    card_expired: "卡片已過期。",
    card_used: "這是一次性卡片，已經使用。",
    account_stopped: "你的帳戶已停用，或即將註銷。",
    acceptance_required: "我們的條款已更新。請登入並先接受條款。",
    too_late: "我們未能及時轉入。",
  },
};

function contentOf(locale: Locale, reason: Told, last4: string, url: string): MailContent {
  const why = REASONS[locale][reason];
  switch (locale) {
    case "en": {
      const subject = `Your card ending in ${last4} was not topped up`;
      return {
        ...{ subject, heading: subject },
        paragraphs: [
          `The automatic top-up of your card did nothing, and nothing was charged. ${why}`,
          "We email you about this again only if there is another reason, or after a top-up.",
        ],
        action: { label: "Show the card", url },
        note: "You can turn automatic top-ups off at any time, on the card’s page.",
      };
    }
    case "zh-CN": {
      const subject = `尾号 ${last4} 的卡片未能自动转入`;
      return {
        ...{ subject, heading: subject },
        paragraphs: [
          `卡片的自动转入没有执行，未扣除任何费用。${why}`,
          "只有出现其他原因，或在成功转入之后，我们才会再次就此发送邮件。",
        ],
        action: { label: "查看卡片", url },
        note: "你可以随时在卡片页面关闭自动转入。",
      };
    }
    case "zh-TW": {
      const subject = `末四碼 ${last4} 的卡片未能自動轉入`;
      return {
        ...{ subject, heading: subject },
        paragraphs: [
          `卡片的自動轉入沒有執行，未扣除任何費用。${why}`,
          "只有出現其他原因，或在成功轉入之後，我們才會再次就此寄送郵件。",
        ],
        action: { label: "查看卡片", url },
        note: "你可以隨時在卡片頁面關閉自動轉入。",
      };
    }
  }
}

/** Emails the owner of a card that was not topped up. */
export async function tellOfRefusal(
  context: AppContext,
  tx: Tx,
  { id, customer_id: customerId, last4 }: CardRow,
  reason: AutoTopUpRefusal,
): Promise<void> {
  if (reason === "turned_off" || reason === "card_closed") {
    return;
  }
  const url = `${context.config.publicUrl}/cards/${wireId("card", id)}`;
  for (const { email: to, locale } of await findMailAddresses(tx, customerId)) {
    const content = contentOf(locale, reason, last4, url);
    await enqueueMail(context, tx, { to, locale, content }, NOTICE_LIFETIME_SECONDS);
  }
}
