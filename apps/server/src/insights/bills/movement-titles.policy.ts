import type { Locale, LocalizedText } from "@tessera/contract/errors/locales";
import type { MovementKind } from "@tessera/contract/insights/bills.schemas";

/** The title for each kind of movement, if no merchant provides a name. */
const TITLES: Readonly<Record<MovementKind, LocalizedText>> = {
  deposit: { en: "Deposit, USDT", "zh-CN": "USDT 充值", "zh-TW": "USDT 儲值" },
  withdrawal: { en: "Withdrawal", "zh-CN": "提现", "zh-TW": "提領" },
  withdrawal_return: { en: "Withdrawal returned", "zh-CN": "提现退回", "zh-TW": "提領退回" },
  card_opening: { en: "Card opening fee", "zh-CN": "开卡费", "zh-TW": "開卡費" },
  card_deposit: { en: "Added to card", "zh-CN": "转入卡片", "zh-TW": "轉入卡片" },
  card_withdraw: { en: "Transferred from card", "zh-CN": "卡片转出", "zh-TW": "卡片轉出" },
  card_close: { en: "Card closed", "zh-CN": "卡片注销", "zh-TW": "卡片註銷" },
  card_replacement: { en: "Card replacement", "zh-CN": "补换卡转移", "zh-TW": "補換卡轉移" },
  purchase: { en: "Purchase", "zh-CN": "消费", "zh-TW": "消費" },
  refund: { en: "Refund", "zh-CN": "退款", "zh-TW": "退款" },
  force_post: { en: "Late charge", "zh-CN": "补扣交易", "zh-TW": "補扣交易" },
  correction: { en: "Adjustment", "zh-CN": "更正", "zh-TW": "更正" },
  exchange: { en: "Currency exchange", "zh-CN": "货币兑换", "zh-TW": "貨幣兌換" },
};

/** Text appended to the title of a deposit that was paid differently than expected. */
const NOTES: Readonly<Record<string, LocalizedText>> = {
  underpaid: { en: "less received", "zh-CN": "少付", "zh-TW": "少付" },
  overpaid: { en: "more received", "zh-CN": "多付", "zh-TW": "多付" },
  late: { en: "paid late", "zh-CN": "逾期付款", "zh-TW": "逾期付款" },
  cancelled: { en: "paid after cancellation", "zh-CN": "取消后付款", "zh-TW": "取消後付款" },
  retracted: { en: "taken back by the network", "zh-CN": "被网络撤回", "zh-TW": "被網路撤回" },
  other_network: { en: "on another network", "zh-CN": "其他网络", "zh-TW": "其他網路" },
  other_token: { en: "in another token", "zh-CN": "其他代币", "zh-TW": "其他代幣" },
  extra: { en: "additional payment", "zh-CN": "追加付款", "zh-TW": "追加付款" },
};

/** The title of a deposit that came from a bank. */
const BANK_TRANSFER: LocalizedText = {
  en: "Bank transfer",
  "zh-CN": "银行转账",
  "zh-TW": "銀行轉帳",
};

/** Returns the title of a movement: the merchant's name, or the kind in the reader's language. */
export function titleOf(
  movement: {
    kind: MovementKind;
    title: string;
    notes: readonly string[];
    source?: string | undefined;
    /** What was deposited; USDT if it is absent. */
    asset?: string | undefined;
  },
  locale: Locale,
): string {
  if (movement.title !== "") {
    return movement.title;
  }
  if (movement.kind === "deposit" && movement.source === "bank") {
    return BANK_TRANSFER[locale];
  }
  const notes = movement.notes.flatMap((note) => NOTES[note]?.[locale] ?? []);
  const remarks = notes.join(locale === "en" ? ", " : "，");
  const kindTitle = TITLES[movement.kind][locale];
  const title =
    movement.kind === "deposit" ? kindTitle.replace("USDT", movement.asset ?? "USDT") : kindTitle;
  return remarks === ""
    ? title
    : locale === "en"
      ? `${title} (${remarks})`
      : `${title}（${remarks}）`;
}

/** Returns the kinds whose title in the reader's language contains a given text. */
export function kindsTitled(text: string, locale: Locale): MovementKind[] {
  const wanted = text.toLowerCase();
  return (Object.keys(TITLES) as MovementKind[]).filter((kind) =>
    TITLES[kind][locale].toLowerCase().includes(wanted),
  );
}
