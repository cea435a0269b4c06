import { type CatalogEntry, entry } from "./catalog-entry.ts";

/** Errors about purchase mandates and their cards. */
export const MANDATE_ERRORS = {
  mandate_changed: entry(
    409,
    "This mandate was changed while you were viewing it. Nothing was decided. Review it again.",
    "授权内容在查看期间已变更，未作决定，请重新查看",
    "授權內容在檢視期間已變更，未作決定，請重新檢視",
  ),
  mandate_decided: entry(
    409,
    "This mandate was already decided, or its time has passed. Nothing was changed.",
    "该授权已有结果或已过期，未作任何更改",
    "此授權已有結果或已過期，未作任何變更",
  ),
  mandate_of_another: entry(
    403,
    "This API key didn’t propose this mandate, so it can’t change or withdraw it.",
    "该授权不是由此 API 密钥提出，不能更改或撤回",
    "此授權不是由此 API 金鑰提出，不能變更或撤回",
  ),
  mandate_needs_review: entry(
    409,
    "A new card of yours needs a review first, so nothing was charged. Apply for a card instead.",
    "你的新卡须先经审核，未扣款，请改为申请卡片",
    "你的新卡須先經審核，未扣款，請改為申請卡片",
  ),
  too_many_mandates: entry(
    409,
    "20 mandates are waiting for a decision. Decide or withdraw one first.",
    "待决定的授权已达 20 个，请先处理或撤回一个",
    "待決定的授權已達 20 個，請先處理或撤回一個",
  ),
  card_of_mandate: entry(
    409,
    "This card is for one purchase. It can’t be loaded or replaced, and nothing was charged.",
    "该卡片属于购物授权，不能转入或换卡，未扣款",
    "此卡片屬於購物授權，不能轉入或換卡，未扣款",
  ),
} as const satisfies Readonly<Record<string, CatalogEntry>>;
