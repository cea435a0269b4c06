import type { LocalisedText } from "./locales.ts";

interface Decline {
  readonly message: LocalisedText;
  /** Whether the owner may see the reason itself; a generic text is shown otherwise. */
  readonly explained: boolean;
}

function decline(en: string, zhCN: string, zhTW: string, explained = true): Decline {
  return { message: { en, "zh-CN": zhCN, "zh-TW": zhTW }, explained };
}

/** Why a card payment does not go through. Shown to the card's owner inside a session only. */
export const DECLINES = {
  insufficient_card_balance: decline(
    "The card had too little money. Add funds and try again.",
    "卡内余额不足，请转入后重试",
    "卡內餘額不足，請轉入後再試",
  ),
  card_not_found: decline("The card number is not known.", "卡号不存在", "卡號不存在"),
  card_frozen_customer: decline(
    "You had frozen this card. Unfreeze it and try again.",
    "卡片已被你冻结，请解冻后重试",
    "卡片已被你凍結，請解凍後再試",
  ),
  card_closed: decline("This card is closed.", "卡片已注销", "卡片已註銷"),
  card_expired: decline("This card has expired.", "卡片已过期", "卡片已過期"),
  cvv_mismatch: decline("The CVV given was wrong.", "提供的 CVV 有误", "提供的 CVV 有誤"),
  expiry_mismatch: decline(
    "The expiry date given was wrong.",
    "提供的有效期有误",
    "提供的有效期限有誤",
  ),
  currency_blocked: decline(
    "This card only pays in its own currency.",
    "该卡仅支持本币种付款",
    "該卡僅支援本幣別付款",
  ),
  limit_per_tx: decline(
    "The payment was above the card’s limit per transaction.",
    "超出单笔限额",
    "超出單筆限額",
  ),
  limit_day: decline(
    "The payment was above what is left of today’s limit.",
    "超出今日剩余限额",
    "超出今日剩餘限額",
  ),
  limit_month: decline(
    "The payment was above what is left of this month’s limit.",
    "超出本月剩余限额",
    "超出本月剩餘限額",
  ),
  negative_balance: decline(
    "The card owes money. Add funds to repay it first.",
    "卡片存在欠款，请先转入偿还",
    "卡片存在欠款，請先轉入償還",
  ),
  account_under_review: decline(
    "Your account is under review.",
    "账户正在审核中",
    "帳戶正在審核中",
  ),
  system_timeout: decline(
    "We could not answer in time. No money moved.",
    "未能及时响应，资金未发生变动",
    "未能及時回應，資金未發生變動",
  ),
} as const satisfies Record<string, Decline>;

export type DeclineCode = keyof typeof DECLINES;
