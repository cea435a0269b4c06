import type { DeclineCode } from "./declines.ts";
import type { LocalizedText } from "./locales.ts";

function name(en: string, zhCN: string, zhTW: string): LocalizedText {
  return { en, "zh-CN": zhCN, "zh-TW": zhTW };
}

/**
 * Names of decline reasons for operators, used in counts of payments across many customers. Unlike
 * the texts for cardholders, they are not addressed to anyone and give no advice.
 */
export const DECLINE_NAMES = {
  insufficient_card_balance: name("Insufficient card balance", "卡内余额不足", "卡內餘額不足"),
  draw_ceiling: name("Above what may be drawn today", "超出今日可支取金额", "超出今日可支取金額"),
  keep_alive_ceiling: name(
    "Above what a merchant to keep paid may draw",
    "超出优先付款商户的可支取金额",
    "超出優先付款商家的可支取金額",
  ),
  draw_account_balance: name(
    "Insufficient account balance to draw",
    "账户余额不足以支取",
    "帳戶餘額不足以支取",
  ),
  draw_merchant: name(
    "Merchant may not be paid from the account",
    "此商户不可从账户支取",
    "此商家不可從帳戶支取",
  ),
  draw_stopped: name("Account stopped", "账户已暂停", "帳戶已暫停"),
  draw_fee_changed: name("Fee for drawing not agreed to", "支取费用未经确认", "支取費用未經確認"),
  card_not_found: name("Unknown card number", "卡号不存在", "卡號不存在"),
  card_frozen_customer: name(
    "Card frozen by its owner",
    "卡片已被持卡人冻结",
    "卡片已被持卡人凍結",
  ),
  card_closed: name("Card closed", "卡片已注销", "卡片已註銷"),
  card_expired: name("Card expired", "卡片已过期", "卡片已過期"),
  cvv_mismatch: name("Wrong CVV", "CVV 有误", "CVV 有誤"),
  expiry_mismatch: name("Wrong expiry date", "有效期有误", "有效期限有誤"),
  currency_blocked: name(
    "Other currencies blocked by the cardholder",
    "持卡人已停用其他币种",
    "持卡人已停用其他幣別",
  ),
  currency_unsupported: name("No rate for the currency", "该币种没有汇率", "該幣別沒有匯率"),
  rate_unavailable: name("No current exchange rate", "暂无可用汇率", "暫無可用匯率"),
  limit_per_tx: name("Above the card’s limit per transaction", "超出单笔限额", "超出單筆限額"),
  limit_day: name("Above the card’s daily limit", "超出每日限额", "超出每日限額"),
  limit_month: name("Above the card’s monthly limit", "超出每月限额", "超出每月限額"),
  own_limit_per_tx: name(
    "Above the cardholder’s limit per purchase",
    "超出持卡人设置的单笔限额",
    "超出持卡人設定的單筆限額",
  ),
  own_limit_day: name(
    "Above the cardholder’s daily limit",
    "超出持卡人设置的每日限额",
    "超出持卡人設定的每日限額",
  ),
  own_limit_month: name(
    "Above the cardholder’s monthly limit",
    "超出持卡人设置的每月限额",
    "超出持卡人設定的每月限額",
  ),
  limit_week: name("Above a rule’s weekly limit", "超出规则的每周额度", "超出規則的每週額度"),
  limit_year: name("Above a rule’s yearly limit", "超出规则的每年额度", "超出規則的每年額度"),
  limit_life: name("Above a rule’s total limit", "超出规则的累计额度", "超出規則的累計額度"),
  limit_rolling: name(
    "Above a rule’s limit for recent hours or days",
    "超出规则的近期额度",
    "超出規則的近期額度",
  ),
  limit_count: name("More payments than a rule allows", "付款次数超出规则", "付款次數超出規則"),
  amount_out_of_range: name("Amount blocked by a rule", "金额被规则禁止", "金額遭規則禁止"),
  mcc_blocked: name(
    "Merchant category blocked by a rule",
    "商户类别被规则禁止",
    "商家類別遭規則禁止",
  ),
  merchant_blocked: name("Merchant blocked by a rule", "商户被规则禁止", "商家遭規則禁止"),
  merchant_new: name(
    "First payment to a merchant blocked by a rule",
    "首次向该商户付款被规则禁止",
    "首次向該商家付款遭規則禁止",
  ),
  country_blocked: name(
    "Country blocked by a rule",
    "国家或地区被规则禁止",
    "國家或地區遭規則禁止",
  ),
  currency_not_allowed: name("Currency blocked by a rule", "币种被规则禁止", "幣別遭規則禁止"),
  channel_blocked: name(
    "Payment method blocked by a rule",
    "支付方式被规则禁止",
    "支付方式遭規則禁止",
  ),
  hours_blocked: name("Time of day blocked by a rule", "付款时段被规则禁止", "付款時段遭規則禁止"),
  too_many_attempts: name("Too many wrong CVVs", "CVV 错误次数过多", "CVV 錯誤次數過多"),
  review_required: name("Held for the cardholder’s approval", "等待持卡人确认", "等待持卡人確認"),
  strategy_unreadable: name("A rule could not be evaluated", "规则无法判定", "規則無法判定"),
  programme_country_blocked: name(
    "Country blocked by the program",
    "国家或地区被平台规则禁止",
    "國家或地區遭平台規則禁止",
  ),
  programme_category_blocked: name(
    "Merchant category blocked by the program",
    "商户类别被平台规则禁止",
    "商家類別遭平台規則禁止",
  ),
  programme_limit: name(
    "Above the program’s limit per customer",
    "超出平台对单个客户的上限",
    "超出平台對單一客戶的上限",
  ),
  programme_rule: name("Blocked by a program rule", "被平台规则禁止", "遭平台規則禁止"),
  card_frozen_schedule: name("Card paused by its schedule", "卡片按计划停用", "卡片依排程停用"),
  card_frozen_risk: name(
    "Card frozen for its safety",
    "卡片因安全原因被冻结",
    "卡片因安全原因被凍結",
  ),
  card_frozen_verification: name(
    "Card on hold for verification",
    "卡片待持卡人核实",
    "卡片待持卡人核實",
  ),
  card_frozen_operator: name(
    "Card frozen by an operator",
    "卡片被运营人员冻结",
    "卡片遭營運人員凍結",
  ),
  merchant_lock_mismatch: name(
    "Card locked to another merchant",
    "卡片绑定其他商户",
    "卡片綁定其他商家",
  ),
  single_use_spent: name("Single-use card already used", "一次性卡片已使用", "一次性卡片已使用"),
  mandate_merchant: name(
    "Mandate for another merchant",
    "不是购物授权指定的商户",
    "不是購物授權指定的商家",
  ),
  mandate_currency: name(
    "Mandate in another currency",
    "不是购物授权指定的币种",
    "不是購物授權指定的幣別",
  ),
  mandate_ceiling: name("Above the mandate’s ceiling", "超出购物授权上限", "超出購物授權上限"),
  mandate_ended: name("Mandate ended", "购物授权已到期", "購物授權已到期"),
  negative_balance: name("Negative card balance", "卡片存在欠款", "卡片存在欠款"),
  account_under_review: name("Account under review", "账户审核中", "帳戶審核中"),
  reversed_before: name("Reversed before it arrived", "到达前已被撤销", "送達前已撤銷"),
  system_timeout: name("Timed out", "未能及时响应", "未能及時回應"),
} as const satisfies Readonly<Record<DeclineCode, LocalizedText>>;
