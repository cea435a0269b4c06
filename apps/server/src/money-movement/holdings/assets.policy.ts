import { FIGURES_REFRESH_SECONDS } from "@tessera/contract/constants";
import type { Locale, LocalizedText } from "@tessera/contract/errors/locales";
import type { CurrencyCode } from "@tessera/money";

/** How long a snapshot of a customer's assets is used before it is refreshed, in milliseconds. */
export const SNAPSHOT_LIFETIME_MS = FIGURES_REFRESH_SECONDS * 1_000;

/** The console's five category colors, by their names in its style sheet. */
const PALETTE = ["d1", "d2", "d3", "d4", "d5"] as const;

const TYPE_LABELS: Readonly<Record<"wallet" | "card", LocalizedText>> = {
  wallet: { en: "Wallet", "zh-CN": "钱包", "zh-TW": "錢包" },
  card: { en: "Card", "zh-CN": "卡片", "zh-TW": "卡片" },
};

const ACCOUNT_NAMES: Readonly<Record<CurrencyCode, LocalizedText>> = {
  USD: { en: "US dollar account", "zh-CN": "美元账户", "zh-TW": "美元帳戶" },
  CNY: { en: "Renminbi account", "zh-CN": "人民币账户", "zh-TW": "人民幣帳戶" },
  EUR: { en: "Euro account", "zh-CN": "欧元账户", "zh-TW": "歐元帳戶" },
};

const NETWORK_NAMES: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  unionpay: "UnionPay",
  jcb: "JCB",
  discover: "Discover",
};

export function typeLabel(type: "wallet" | "card", locale: Locale): string {
  return TYPE_LABELS[type][locale];
}

export function accountName(currency: CurrencyCode, locale: Locale): string {
  return ACCOUNT_NAMES[currency][locale];
}

/** Returns a card's nickname, or its network and last four digits. */
export function cardName(card: {
  nickname: string | null;
  network: string;
  last4: string;
}): string {
  return card.nickname ?? `${NETWORK_NAMES[card.network] ?? card.network} ${card.last4}`;
}

/** Returns the color for a position, cycling through the palette so that neighbors differ. */
export function colorOf(place: number): string {
  return PALETTE[place % PALETTE.length] ?? PALETTE[0];
}
