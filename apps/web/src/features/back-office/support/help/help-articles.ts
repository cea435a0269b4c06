import type { HelpArticle } from "@tessera/contract/back-office/help-articles.schemas";
import type { Locale } from "../../../../lib/locale.ts";

/** An article as stored in the text files. A body line that starts with `- ` is a list item. */
export interface ArticleText {
  readonly title: string;
  /** The question that the article answers, in one sentence. */
  readonly summary: string;
  /** Additional search terms, which are not displayed. */
  readonly words: string;
  readonly body: readonly string[];
}

export type HelpTexts = Readonly<Record<HelpArticle, ArticleText>>;

type Loader = () => Promise<{ readonly default: HelpTexts }>;

const LOADERS: Readonly<Record<Locale, Loader>> = {
  en: () => import("./texts/articles.en.json"),
  "zh-CN": () => import("./texts/articles.zh-cn.json"),
  "zh-TW": () => import("./texts/articles.zh-tw.json"),
};

/** Loads all articles in one language. */
export async function loadArticles(locale: Locale): Promise<HelpTexts> {
  return (await LOADERS[locale]()).default;
}

/** Topics with their articles, in display order. */
export const HELP_GROUPS = {
  money: [
    "first-steps",
    "fees",
    "deposit",
    "deposit-arrival",
    "deposit-amount",
    "bank-transfer",
    "withdrawal",
    "cannot-withdraw",
    "add-funds",
    "transfer-out",
    "exchange-rates",
    "exchange",
  ],
  cards: [
    "card-kinds",
    "card-number",
    "card-limits",
    "draw-on-account",
    "auto-top-up",
    "resting-hours",
    "freezes",
    "replace-card",
    "close-card",
    "card-debt",
  ],
  payments: [
    "declines",
    "allow-payment",
    "holds",
    "held-payments",
    "refunds",
    "unknown-payment",
    "rules",
    "risk-score",
  ],
  account: [
    "sign-in",
    "second-factor",
    "lost-factor",
    "change-email",
    "stop-everything",
    "close-account",
    "statements",
    "logs",
    "my-data",
    "processing",
  ],
} as const satisfies Readonly<Record<string, readonly HelpArticle[]>>;

export type HelpGroup = keyof typeof HELP_GROUPS;

/** The popular articles, shown before the reader types anything. */
export const ASKED_MOST: readonly HelpArticle[] = [
  "declines",
  "fees",
  "deposit-arrival",
  "holds",
  "refunds",
  "freezes",
];
