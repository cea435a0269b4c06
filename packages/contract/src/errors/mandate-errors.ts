import { type CatalogEntry, entry } from "./catalog-entry.ts";

/** Errors about purchase mandates and their cards. */
export const MANDATE_ERRORS = {
  mandate_changed: entry(
    409,
    "This purchase was changed while you were viewing it. Nothing was decided. Review it again.",
    "购物授权的内容在查看期间已变更，未作决定，请重新查看",
    "購物授權的內容在檢視期間已變更，未作決定，請重新檢視",
  ),
  mandate_decided: entry(
    409,
    "This purchase was already decided, or its time has passed. Nothing was changed.",
    "该购物授权已有结果或已过期，未作任何更改",
    "此購物授權已有結果或已過期，未作任何變更",
  ),
  mandate_of_another: entry(
    403,
    "Only the key that proposed this purchase, or a person in the console, can change or " +
      "withdraw it.",
    "该购物授权不是由此 API 密钥提出，请用原密钥或在控制台中处理",
    "此購物授權不是由此 API 金鑰提出，請用原金鑰或在主控台中處理",
  ),
  mandate_needs_review: entry(
    409,
    "A new card of yours needs a review first, so nothing was charged. Apply for a card instead.",
    "你的新卡须先经审核，未扣款，请改为申请卡片",
    "你的新卡須先經審核，未扣款，請改為申請卡片",
  ),
  too_many_mandates: entry(
    409,
    "20 purchases are waiting for a decision. Decide or withdraw one first.",
    "待决定的购物授权已达 20 个，请先处理或撤回一个",
    "待決定的購物授權已達 20 個，請先處理或撤回一個",
  ),
  card_of_mandate: entry(
    409,
    "This card is for one purchase and can’t be loaded or replaced. Nothing was charged. " +
      "Use another.",
    "该卡片仅用于一笔购物，不能转入或换卡，未扣款，请使用其他卡片",
    "此卡片僅用於一筆購物，不能轉入或換卡，未扣款，請使用其他卡片",
  ),
} as const satisfies Readonly<Record<string, CatalogEntry>>;
