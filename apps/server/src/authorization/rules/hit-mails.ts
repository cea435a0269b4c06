import type { StrategyAction } from "@tessera/contract/authorization/risk.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import { enqueueMail, type MailContent } from "../../adapters/mail/index.ts";
import { findMailAddresses } from "../../identity/people/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import type { StrategyHit } from "../decision/index.ts";

/** A payment as shown in an email, without anything that would help a stranger who reads it. */
interface HitPayment {
  readonly customerId: string;
  readonly last4: string;
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
  readonly merchantName: string;
  readonly hits: readonly StrategyHit[];
}

const LIFETIME_SECONDS = 86_400;

type Told = Pick<HitPayment, "last4" | "merchantName"> & {
  readonly rule: string;
  readonly amount: string;
};

const SUBJECTS: Readonly<Record<Locale, Readonly<Record<StrategyAction, string>>>> = {
  en: {
    decline: "A rule declined a payment",
    review: "A payment needs your approval",
    freeze: "A rule froze your card",
    notify: "Payment alert from your rule",
  },
  "zh-CN": {
    decline: "规则已拒绝一笔付款",
    review: "有一笔付款等待你确认",
    freeze: "规则已冻结你的卡片",
    notify: "你关注的付款提醒",
  },
  "zh-TW": {
    decline: "規則已拒絕一筆付款",
    review: "有一筆付款等待你確認",
    freeze: "規則已凍結你的卡片",
    notify: "你關注的付款提醒",
  },
};

const TEXTS: Readonly<Record<Locale, (told: Told) => string>> = {
  en: ({ rule, amount, merchantName, last4 }) =>
    `${merchantName} requested ${amount} from your card ending ${last4}. ` +
    `The payment matches your rule “${rule}”.`,
  "zh-CN": ({ rule, amount, merchantName, last4 }) =>
    `${merchantName} 向尾号 ${last4} 的卡片请求扣款 ${amount}，符合你的规则“${rule}”。`,
  "zh-TW": ({ rule, amount, merchantName, last4 }) =>
    `${merchantName} 向末四碼 ${last4} 的卡片請求扣款 ${amount}，符合你的規則「${rule}」。`,
};

const NOTES: Readonly<Record<Locale, string>> = {
  en: "Sign in to Tessera to see why. You can turn these emails off in the rule.",
  "zh-CN": "登录 Tessera 查看原因。你可以在规则中关闭此类邮件。",
  "zh-TW": "登入 Tessera 查看原因。你可以在規則中關閉此類郵件。",
};

function mailOf(locale: Locale, action: StrategyAction, told: Told): MailContent {
  const subject = SUBJECTS[locale][action];
  return { subject, heading: subject, paragraphs: [TEXTS[locale](told)], note: NOTES[locale] };
}

/**
 * Enqueues an email to the customer for each strategy that asks for one. The email is sent after
 * the commit.
 */
export async function enqueueHitMails(
  context: AppContext,
  tx: Tx,
  payment: HitPayment,
): Promise<void> {
  const wanted = payment.hits.filter(({ email, isShadow }) => email && !isShadow);
  if (wanted.length === 0) {
    return;
  }
  const { amountMinor, currency, last4, merchantName } = payment;
  const amount = `${formatAmount(amountMinor, currency)} ${currency}`;
  for (const { email: to, locale } of await findMailAddresses(tx, payment.customerId)) {
    for (const { action, name: rule } of wanted) {
      const content = mailOf(locale, action, { rule, amount, last4, merchantName });
      await enqueueMail(context, tx, { to, locale, content }, LIFETIME_SECONDS);
    }
  }
}
