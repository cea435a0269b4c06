import type { Locale } from "../../lib/locale.ts";
import { moneyParts } from "./format-money.ts";

interface Words {
  readonly minus: string;
  readonly plus: string;
  readonly say: (whole: string, cents: number, currency: string) => string;
}

const ENGLISH_UNITS: Readonly<Record<string, readonly [one: string, many: string, cents: string]>> =
  {
    USD: ["dollar", "dollars", "cents"],
    EUR: ["euro", "euros", "cents"],
    CNY: ["yuan", "yuan", "fen"],
  };

const CHINESE_UNITS: Readonly<Record<string, readonly [simplified: string, traditional: string]>> =
  {
    USD: ["美元", "美元"],
    EUR: ["欧元", "歐元"],
    CNY: ["元", "人民幣元"],
  };

function sayEnglish(whole: string, cents: number, currency: string): string {
  const units = ENGLISH_UNITS[currency];
  if (units === undefined) {
    return `${whole}.${String(cents).padStart(2, "0")} ${currency}`;
  }
  const named = `${whole} ${whole === "1" ? units[0] : units[1]}`;
  return cents === 0 ? named : `${named} ${cents} ${units[2]}`;
}

function sayChinese(traditional: boolean): Words["say"] {
  return (whole, cents, currency) => {
    const unit = CHINESE_UNITS[currency]?.[traditional ? 1 : 0] ?? ` ${currency}`;
    const fraction = cents === 0 ? "" : `.${String(cents).padStart(2, "0")}`;
    return `${whole}${fraction} ${unit.trim()}`;
  };
}

const WORDS: Readonly<Record<Locale, Words>> = {
  en: { minus: "minus ", plus: "plus ", say: sayEnglish },
  "zh-CN": { minus: "负 ", plus: "正 ", say: sayChinese(false) },
  "zh-TW": { minus: "負 ", plus: "正 ", say: sayChinese(true) },
};

/** Formats an amount for screen readers: "minus 182 dollars 40 cents". */
export function spokenMoney(
  amount: string,
  currency: string | null | undefined,
  locale: Locale,
  sign: "auto" | "always" = "auto",
): string {
  const parts = moneyParts(amount, currency, sign);
  const words = WORDS[locale];
  const prefix = parts.sign === "" ? "" : parts.sign === "+" ? words.plus : words.minus;
  const whole = parts.whole.replaceAll(",", "");
  const cents = Number(parts.fraction.slice(1, 3));
  return `${prefix}${words.say(whole, cents, currency ?? "CNY")}`;
}
