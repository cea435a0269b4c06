import type { PaymentMandate } from "@tessera/contract/cards/mandates.schemas";
import type { Locale } from "@tessera/contract/errors/locales";

type Wording = (mandate: PaymentMandate) => string;

const TERMS: Readonly<Record<Locale, Wording>> = {
  en: ({ id, ceiling, currency, merchant }) =>
    `Mandate ${id} allows one payment of up to ${ceiling} ${currency} at “${merchant}”.`,
  "zh-CN": ({ id, ceiling, currency, merchant }) =>
    `授权 ${id} 仅允许向“${merchant}”付款一次，最高 ${ceiling} ${currency}。`,
  "zh-TW": ({ id, ceiling, currency, merchant }) =>
    `授權 ${id} 僅允許向「${merchant}」付款一次，最高 ${ceiling} ${currency}。`,
};

const JOINTS: Readonly<Record<Locale, string>> = { en: " ", "zh-CN": "。", "zh-TW": "。" };

function isOfMandate(code: string): boolean {
  return code.startsWith("mandate_") || code === "single_use_spent";
}

/** Adds to the text of a decline what the mandate of the card allows, if that is the reason. */
export function withMandate(
  message: string,
  { code, locale, mandate }: DeclineUnderMandate,
): string {
  return mandate !== undefined && isOfMandate(code)
    ? `${message}${JOINTS[locale]}${TERMS[locale](mandate)}`
    : message;
}

interface DeclineUnderMandate {
  readonly code: string;
  readonly locale: Locale;
  readonly mandate: PaymentMandate | undefined;
}
