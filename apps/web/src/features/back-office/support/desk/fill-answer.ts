import {
  ANSWER_VARIABLES,
  type AnswerVariable,
  type CannedAnswer,
} from "@tessera/contract/back-office/support-desk.schemas";
import type { Locale } from "../../../../lib/locale.ts";

const ORDER: Readonly<Record<Locale, readonly Locale[]>> = {
  "zh-CN": ["zh-CN", "zh-TW", "en"],
  "zh-TW": ["zh-TW", "zh-CN", "en"],
  en: ["en", "zh-CN", "zh-TW"],
};

/** Returns the reply's text in the customer's language, or in the closest one available. */
export function textFor(answer: Pick<CannedAnswer, "texts">, locale: Locale): string {
  return ORDER[locale].map((one) => answer.texts[one]).find((text) => text !== undefined) ?? "";
}

const VARIABLE = new RegExp(`\\{(${ANSWER_VARIABLES.join("|")})\\}`, "g");

/**
 * Fills in the variables in the text; unknown ones are left in place so that the operator notices
 * them.
 */
export function fillAnswer(
  text: string,
  variables: Readonly<Partial<Record<AnswerVariable, string>>>,
): string {
  return text.replace(VARIABLE, (whole, name: AnswerVariable) => variables[name] ?? whole);
}
