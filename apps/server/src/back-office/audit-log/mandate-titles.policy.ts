import type { LocalizedText } from "@tessera/contract/errors/locales";

/** Titles of what happens to purchase mandates. */
export const MANDATE_TITLES = {
  "mandate.propose": {
    en: "Purchase mandate proposed",
    "zh-CN": "提出购物授权",
    "zh-TW": "提出購物授權",
  },
  "mandate.change": {
    en: "Purchase mandate changed",
    "zh-CN": "更改购物授权",
    "zh-TW": "變更購物授權",
  },
  "mandate.approve": {
    en: "Purchase mandate approved",
    "zh-CN": "批准购物授权",
    "zh-TW": "核准購物授權",
  },
  "mandate.refuse": {
    en: "Purchase mandate refused",
    "zh-CN": "拒绝购物授权",
    "zh-TW": "拒絕購物授權",
  },
  "mandate.withdraw": {
    en: "Purchase mandate withdrawn",
    "zh-CN": "撤回购物授权",
    "zh-TW": "撤回購物授權",
  },
  "mandate.end": {
    en: "Purchase mandate ended",
    "zh-CN": "购物授权结束",
    "zh-TW": "購物授權結束",
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;
