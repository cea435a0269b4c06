import type { LocalizedText } from "./locales.ts";

interface Decline {
  readonly message: LocalizedText;
  /** Whether the owner may see this reason; if not, a generic text is shown. */
  readonly explained: boolean;
}

function decline(en: string, zhCN: string, zhTW: string, explained = true): Decline {
  return { message: { en, "zh-CN": zhCN, "zh-TW": zhTW }, explained };
}

/** Why a card payment was declined. Shown only to the card's owner, within a session. */
export const DECLINES = {
  insufficient_card_balance: decline(
    "The card’s balance was too low. Add funds and try again.",
    "卡内余额不足，请转入后重试",
    "卡內餘額不足，請轉入後再試",
  ),
  draw_ceiling: decline(
    "The missing amount is above what the card can still draw today. Add funds or raise the limit.",
    "卡内余额不足，差额超出今天还可从账户支取的金额，请转入卡片或调高每日上限",
    "卡內餘額不足，差額超出今天還可從帳戶支取的金額，請轉入卡片或調高每日上限",
  ),
  keep_alive_ceiling: decline(
    "More was missing than merchants to keep paid may draw today. Add funds or raise " +
      "their maximum.",
    "卡内余额不足，差额超出优先付款商户今天还可从账户支取的金额，请转入卡片或调高其每日上限",
    "卡內餘額不足，差額超出優先付款商家今天還可從帳戶支取的金額，請轉入卡片或調高其每日上限",
  ),
  draw_account_balance: decline(
    "Neither the card nor your account had enough money. Make a deposit, or add funds to the card.",
    "卡片和账户的余额都不足以支付这笔付款，请先充值",
    "卡片和帳戶的餘額都不足以支付這筆付款，請先儲值",
  ),
  draw_merchant: decline(
    "The card does not draw on your account for this merchant. Add funds, or add the merchant.",
    "卡内余额不足，且未设置为该商户从账户支取，请转入卡片，或在卡片设置中添加该商户",
    "卡內餘額不足，且未設定為此商家從帳戶支取，請轉入卡片，或在卡片設定中新增此商家",
  ),
  draw_stopped: decline(
    "Your account is stopped, so the card can’t draw on it.",
    "你的账户已暂停，此卡无法从中支取",
    "你的帳戶已暫停，此卡無法從中支取",
  ),
  draw_fee_changed: decline(
    "The fee for drawing on your account has risen. Agree to it in the card’s settings.",
    "从账户支取的费用已上调，请在此卡设置中确认",
    "從帳戶支取的費用已調高，請在此卡設定中確認",
  ),
  card_not_found: decline("The card number doesn’t exist.", "卡号不存在", "卡號不存在"),
  card_frozen_customer: decline(
    "You had frozen this card. Unfreeze it and try again.",
    "卡片已被你冻结，请解冻后重试",
    "卡片已被你凍結，請解凍後再試",
  ),
  card_closed: decline("This card is closed.", "卡片已注销", "卡片已註銷"),
  card_expired: decline("This card has expired.", "卡片已过期", "卡片已過期"),
  cvv_mismatch: decline("The CVV was wrong.", "提供的 CVV 有误", "提供的 CVV 有誤"),
  expiry_mismatch: decline("The expiry date was wrong.", "提供的有效期有误", "提供的有效期限有誤"),
  currency_blocked: decline(
    "Payments in other currencies are blocked on this card. Allow them in its limits.",
    "此卡已停用其他币种的付款，可在其限额中允许",
    "此卡已停用其他幣別的付款，可在其限額中允許",
  ),
  currency_unsupported: decline(
    "There is no exchange rate for this currency. Pay in the card’s currency instead.",
    "该币种没有汇率，请改用此卡的币种付款",
    "該幣別沒有匯率，請改用此卡的幣別付款",
  ),
  rate_unavailable: decline(
    "No current exchange rate was available. Try again later, or pay in the card’s currency.",
    "暂无可用汇率，请稍后重试或改用此卡的币种付款",
    "暫無可用匯率，請稍後再試或改用此卡的幣別付款",
  ),
  limit_per_tx: decline(
    "The payment exceeded the card’s limit per transaction.",
    "超出单笔限额",
    "超出單筆限額",
  ),
  limit_day: decline(
    "The payment exceeded what is left of today’s limit.",
    "超出今日剩余限额",
    "超出今日剩餘限額",
  ),
  limit_month: decline(
    "The payment exceeded what is left of this month’s limit.",
    "超出本月剩余限额",
    "超出本月剩餘限額",
  ),
  own_limit_per_tx: decline(
    "The payment exceeded the limit per purchase that you set for this card.",
    "超出你为此卡设置的单笔限额",
    "超出你為此卡設定的單筆限額",
  ),
  own_limit_day: decline(
    "The payment exceeded what is left of the daily limit that you set for this card.",
    "超出你为此卡设置的每日限额的剩余额度",
    "超出你為此卡設定的每日限額的剩餘額度",
  ),
  own_limit_month: decline(
    "The payment exceeded what is left of the monthly limit that you set for this card.",
    "超出你为此卡设置的每月限额的剩余额度",
    "超出你為此卡設定的每月限額的剩餘額度",
  ),
  limit_week: decline(
    "The payment exceeded what your rule has left for this week.",
    "超出你的规则规定的本周剩余额度",
    "超出你的規則規定的本週剩餘額度",
  ),
  limit_year: decline(
    "The payment exceeded what your rule has left for this year.",
    "超出你的规则规定的本年剩余额度",
    "超出你的規則規定的本年剩餘額度",
  ),
  limit_life: decline(
    "The payment exceeded the total that your rule allows.",
    "超出你的规则规定的累计额度",
    "超出你的規則規定的累計額度",
  ),
  limit_rolling: decline(
    "The payment exceeded what your rule allows within recent hours or days.",
    "超出你的规则规定的近期剩余额度",
    "超出你的規則規定的近期剩餘額度",
  ),
  limit_count: decline(
    "There were more payments than your rule allows.",
    "付款次数超出你的规则规定",
    "付款次數超出你的規則規定",
  ),
  amount_out_of_range: decline(
    "Your rule blocks payments of this amount.",
    "你的规则禁止该金额的付款",
    "你的規則禁止此金額的付款",
  ),
  mcc_blocked: decline(
    "Your rule blocks payments to this kind of merchant.",
    "你的规则禁止向此类商户付款",
    "你的規則禁止向此類商家付款",
  ),
  merchant_blocked: decline(
    "Your rule blocks payments to this merchant.",
    "你的规则禁止向该商户付款",
    "你的規則禁止向該商家付款",
  ),
  merchant_new: decline(
    "Your rule blocks the first payment to a merchant.",
    "你的规则禁止向商户首次付款",
    "你的規則禁止向商家首次付款",
  ),
  country_blocked: decline(
    "Your rule blocks payments in this country.",
    "你的规则禁止在该国家或地区付款",
    "你的規則禁止在該國家或地區付款",
  ),
  currency_not_allowed: decline(
    "Your rule blocks payments in this currency.",
    "你的规则禁止该币种的付款",
    "你的規則禁止該幣別的付款",
  ),
  channel_blocked: decline(
    "Your rule blocks this payment method.",
    "你的规则禁止此类支付方式",
    "你的規則禁止此類支付方式",
  ),
  hours_blocked: decline(
    "Your rule blocks payments at this time of day.",
    "你的规则禁止在此时段付款",
    "你的規則禁止在此時段付款",
  ),
  too_many_attempts: decline(
    "A wrong CVV was entered too many times.",
    "CVV 错误次数过多",
    "CVV 錯誤次數過多",
  ),
  review_required: decline(
    "Your rule held this payment for approval. Approve it, then ask the merchant to try again.",
    "你的规则已暂停此笔付款，请批准后让商户重试",
    "你的規則已暫停此筆付款，請核准後讓商家重試",
  ),
  strategy_unreadable: decline(
    "One of your rules could not be evaluated, so the payment was declined. Check your rules.",
    "你的一条规则无法判定，付款未被放行，请检查规则",
    "你的一條規則無法判定，付款未放行，請檢查規則",
  ),
  programme_country_blocked: decline(
    "Tessera cards can’t pay in this country because the program doesn’t serve it.",
    "Tessera 卡片无法在该国家或地区付款，不在服务范围内",
    "Tessera 卡片無法在該國家或地區付款，不在服務範圍內",
  ),
  programme_category_blocked: decline(
    "Tessera cards can’t pay this kind of merchant.",
    "Tessera 卡片不支持向此类商户付款",
    "Tessera 卡片不支援向此類商家付款",
  ),
  programme_limit: decline(
    "The payment exceeded what the program allows a customer in this period. Try again later.",
    "超出平台对每位客户在此期间的付款上限，请稍后重试",
    "超出平台對每位客戶在此期間的付款上限，請稍後再試",
  ),
  programme_rule: decline(
    "The program’s rules don’t allow this payment.",
    "平台规则不允许此笔付款",
    "平台規則不允許此筆付款",
  ),
  card_frozen_schedule: decline(
    "The card was paused by its schedule.",
    "卡片按计划在此时段停用",
    "卡片依排程在此時段停用",
  ),
  card_frozen_risk: decline(
    "The card was frozen for its safety. Check what happened, and unfreeze it if it was you.",
    "卡片因安全原因被冻结，请核实后解冻",
    "卡片因安全原因被凍結，請核實後解凍",
  ),
  card_frozen_verification: decline(
    "The card was on hold after wrong details were used. Confirm it’s safe, or replace it.",
    "有人多次输入错误的卡片信息，卡片已暂停使用。请确认卡片安全，或补换卡片",
    "有人多次輸入錯誤的卡片資訊，卡片已暫停使用。請確認卡片安全，或補換卡片",
  ),
  card_frozen_operator: decline(
    "The card was frozen by Tessera. Contact support.",
    "卡片已被 Tessera 冻结，请联系客服",
    "卡片已被 Tessera 凍結，請聯絡客服",
  ),
  merchant_lock_mismatch: decline(
    "This card can only pay the merchant it is locked to.",
    "该卡仅可向其绑定的商户付款",
    "該卡僅可向其綁定的商家付款",
  ),
  single_use_spent: decline(
    "This single-use card was already used.",
    "该一次性卡片已使用",
    "該一次性卡片已使用",
  ),
  mandate_merchant: decline(
    "This card may only pay the merchant that you approved. Use another card.",
    "此卡只能向你批准的商户付款，请使用其他卡片",
    "此卡只能向你核准的商家付款，請使用其他卡片",
  ),
  mandate_currency: decline(
    "This card may only pay in the currency that you approved. Use another card.",
    "此卡只能以你批准的币种付款，请使用其他卡片",
    "此卡只能以你核准的幣別付款，請使用其他卡片",
  ),
  mandate_ceiling: decline(
    "The payment exceeded the amount approved for this card. Propose a new purchase.",
    "超出此卡购物授权的金额上限，请提出新的购物",
    "超出此卡購物授權的金額上限，請提出新的購物",
  ),
  mandate_ended: decline(
    "The time of this card’s purchase had passed. Propose a new purchase.",
    "此卡的购物授权已到期，请提出新的购物",
    "此卡的購物授權已到期，請提出新的購物",
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
  reversed_before: decline(
    "The merchant reversed this payment before it arrived. No money moved.",
    "商户已先行撤销此笔付款，资金未发生变动",
    "商家已先行撤銷此筆付款，資金未發生變動",
  ),
  system_timeout: decline(
    "We could not respond in time. No money moved.",
    "未能及时响应，资金未发生变动",
    "未能及時回應，資金未發生變動",
  ),
} as const satisfies Record<string, Decline>;

export type DeclineCode = keyof typeof DECLINES;
