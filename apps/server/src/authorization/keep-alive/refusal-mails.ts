import type { Locale } from "@tessera/contract/errors/locales";
import type { MailContent } from "../../adapters/mail/index.ts";
import { type FixKind, fixesOf, type TraceEntry } from "../decision/index.ts";

/** A refused charge as shown in an email. */
interface RefusedCharge {
  readonly trace: readonly TraceEntry[];
  readonly last4: string;
  readonly merchantName: string;
  readonly amount: string;
  readonly url: string;
}

type Step = FixKind | "ceiling" | "fee" | "see";

/** What the owner can do so that the merchant is paid. */
const STEPS: Readonly<Record<Locale, Readonly<Record<Step, string>>>> = {
  en: {
    top_up: "Add money to the card, or to the account that it draws on.",
    ceiling: "Raise the daily maximum of the merchants to keep paid.",
    fee: "Agree to the new fee for drawing on your account, in the card’s settings.",
    allow_once: "Allow the payment once, or change the rule that declined it.",
    raise_until: "Raise the limit of the rule that declined it.",
    raise_card_limit: "Raise the limit that you set for the card.",
    allow_currencies: "Allow payments in other currencies for the card.",
    unfreeze: "Unfreeze the card.",
    verify: "Confirm that the card is yours.",
    repay: "Repay what the card owes.",
    reveal: "Give the merchant the correct card details.",
    apply: "Give the merchant another card.",
    wait: "Wait until the limit is available again.",
    see: "Sign in to see why.",
  },
  "zh-CN": {
    top_up: "为卡片或其支取的账户增加余额。",
    ceiling: "调高优先付款商户的每日上限。",
    fee: "在卡片设置中确认从账户支取的新费用。",
    allow_once: "允许这笔付款一次，或修改拒绝它的规则。",
    raise_until: "调高拒绝它的规则的限额。",
    raise_card_limit: "调高你为卡片设置的限额。",
    allow_currencies: "允许卡片以其他币种付款。",
    unfreeze: "解冻卡片。",
    verify: "确认卡片由你使用。",
    repay: "还清卡片的欠款。",
    reveal: "向商户提供正确的卡片信息。",
    apply: "向商户提供另一张卡片。",
    wait: "等待限额恢复。",
    see: "请登录查看原因。",
  },
  "zh-TW": {
    top_up: "為卡片或其支取的帳戶增加餘額。",
    ceiling: "調高優先付款商家的每日上限。",
    fee: "在卡片設定中確認從帳戶支取的新費用。",
    allow_once: "允許這筆付款一次，或修改拒絕它的規則。",
    raise_until: "調高拒絕它的規則的限額。",
    raise_card_limit: "調高你為卡片設定的限額。",
    allow_currencies: "允許卡片以其他幣別付款。",
    unfreeze: "解凍卡片。",
    verify: "確認卡片由你使用。",
    repay: "還清卡片的欠款。",
    reveal: "向商家提供正確的卡片資訊。",
    apply: "向商家提供另一張卡片。",
    wait: "等待限額恢復。",
    see: "請登入查看原因。",
  },
};

/** Returns what the owner can do, each step once, most helpful first. */
function stepsFor(trace: readonly TraceEntry[]): readonly Step[] {
  const failed = trace.filter(({ passed }) => !passed);
  const steps: Step[] = [
    ...(failed.some(({ code }) => code === "draw_fee_changed") ? (["fee"] as const) : []),
    ...(failed.some(({ code }) => code === "keep_alive_ceiling") ? (["ceiling"] as const) : []),
    ...fixesOf(trace).map(({ kind }) => kind),
  ];
  return steps.length === 0 ? ["see"] : [...new Set(steps)];
}

export function refusalMail(
  locale: Locale,
  { trace, last4, merchantName, amount, url }: RefusedCharge,
): MailContent {
  const steps = stepsFor(trace).map((step) => STEPS[locale][step]);
  switch (locale) {
    case "en": {
      const subject = "A merchant that you want kept paid was declined";
      return {
        ...{ subject, heading: subject },
        paragraphs: [
          `${merchantName} requested ${amount} from your card ending in ${last4}. ` +
            "The payment was declined, and nothing was charged.",
          `What you can do: ${steps.join(" ")}`,
          "The merchant may try again by itself, or you can ask it to.",
        ],
        action: { label: "Show the card", url },
        note:
          "We email you once a day about the same merchant and reason. You can change the " +
          "merchants to keep paid in the card’s settings.",
      };
    }
    case "zh-CN": {
      const subject = "你设为优先付款的商户扣款被拒绝";
      return {
        ...{ subject, heading: subject },
        paragraphs: [
          `${merchantName} 向尾号 ${last4} 的卡片请求扣款 ${amount}。付款被拒绝，未扣款。`,
          `你可以：${steps.join("")}`,
          "商户可能会自动重试，你也可以请商户重试。",
        ],
        action: { label: "查看卡片", url },
        note: "对同一商户和同一原因，我们每天只发送一封邮件。你可以在卡片设置中更改优先付款商户。",
      };
    }
    case "zh-TW": {
      const subject = "你設為優先付款的商家扣款被拒絕";
      return {
        ...{ subject, heading: subject },
        paragraphs: [
          `${merchantName} 向末四碼 ${last4} 的卡片請求扣款 ${amount}。付款被拒絕，未扣款。`,
          `你可以：${steps.join("")}`,
          "商家可能會自動重試，你也可以請商家重試。",
        ],
        action: { label: "查看卡片", url },
        note: "對同一商家和同一原因，我們每天只寄送一封郵件。你可以在卡片設定中變更優先付款商家。",
      };
    }
  }
}
