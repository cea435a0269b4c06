import type { FreezeReason } from "@tessera/contract/cards/cards.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { enqueueMail, type MailContent } from "../../../adapters/mail/index.ts";
import { findMailAddresses } from "../../../identity/people/index.ts";
import type { AppContext, Tx } from "../../../platform/context.ts";

/** An operator's freeze or unfreeze of a customer's card. */
interface OperatorFreeze {
  readonly customerId: string;
  readonly last4: string;
  /** Absent if the freeze was lifted. */
  readonly reason: FreezeReason | undefined;
}

const LIFETIME_SECONDS = 7 * 86_400;

const SUBJECTS: Readonly<Record<Locale, { readonly frozen: string; readonly lifted: string }>> = {
  en: { frozen: "Tessera froze your card", lifted: "Tessera unfroze your card" },
  "zh-CN": { frozen: "Tessera 已冻结你的卡片", lifted: "Tessera 已解除对你卡片的冻结" },
  "zh-TW": { frozen: "Tessera 已凍結你的卡片", lifted: "Tessera 已解除對你卡片的凍結" },
};

const WHY: Readonly<Record<Locale, Readonly<Partial<Record<FreezeReason, string>>>>> = {
  en: {
    suspected_fraud: " to protect it from possible fraud",
    compliance: " for a compliance check",
  },
  "zh-CN": { suspected_fraud: "（疑似欺诈，为保护你的资金）", compliance: "（合规核查）" },
  "zh-TW": { suspected_fraud: "（疑似詐騙，為保護你的資金）", compliance: "（合規查核）" },
};

const TEXTS: Readonly<Record<Locale, (freeze: OperatorFreeze) => string>> = {
  en: ({ last4, reason }) =>
    reason === undefined
      ? `Your card ending ${last4} is no longer frozen by Tessera. A freeze by you or by a ` +
        "rule stays until you lift it."
      : `Your card ending ${last4} was frozen${WHY.en[reason] ?? ""}. It can’t pay for ` +
        "now. The money on it stays yours, and refunds still arrive.",
  "zh-CN": ({ last4, reason }) =>
    reason === undefined
      ? `你尾号 ${last4} 的卡片已不再被 Tessera 冻结。你自己或规则设置的冻结仍需由你解除。`
      : `你尾号 ${last4} 的卡片已被冻结${WHY["zh-CN"][reason] ?? ""}，暂时无法付款。` +
        "卡内资金仍归你所有，退款仍会正常到账。",
  "zh-TW": ({ last4, reason }) =>
    reason === undefined
      ? `你末四碼 ${last4} 的卡片已不再被 Tessera 凍結。你自己或規則設定的凍結仍需由你解除。`
      : `你末四碼 ${last4} 的卡片已被凍結${WHY["zh-TW"][reason] ?? ""}，暫時無法付款。` +
        "卡內資金仍歸你所有，退款仍會正常入帳。",
};

const NOTES: Readonly<Record<Locale, string>> = {
  en: "Questions? Contact Tessera support.",
  "zh-CN": "如有疑问，请联系 Tessera 客服。",
  "zh-TW": "如有疑問，請聯絡 Tessera 客服。",
};

/** Enqueues the emails about an operator's freeze, to be sent after the transaction commits. */
export async function enqueueFreezeMails(
  context: AppContext,
  tx: Tx,
  freeze: OperatorFreeze,
): Promise<void> {
  for (const { email: to, locale } of await findMailAddresses(tx, freeze.customerId)) {
    const subject = SUBJECTS[locale][freeze.reason === undefined ? "lifted" : "frozen"];
    const content: MailContent = {
      subject,
      heading: subject,
      paragraphs: [TEXTS[locale](freeze)],
      note: NOTES[locale],
    };
    await enqueueMail(context, tx, { to, locale, content }, LIFETIME_SECONDS);
  }
}
