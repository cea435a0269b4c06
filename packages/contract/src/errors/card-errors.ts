import { type CatalogEntry, entry } from "./catalog-entry.ts";

/** Errors when changing a card's settings. */
export const CARD_ERRORS = {
  card_changed: entry(
    409,
    "This card was changed elsewhere. Nothing was saved. Review its current settings first.",
    "该卡片已在别处更改，本次未保存，请先查看最新设置",
    "此卡片已在別處變更，本次未儲存，請先檢視最新設定",
  ),
} as const satisfies Record<string, CatalogEntry>;
