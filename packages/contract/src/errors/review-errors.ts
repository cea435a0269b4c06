import { type CatalogEntry, entry } from "./catalog-entry.ts";

/** Errors about cases and their decisions. */
export const REVIEW_ERRORS = {
  case_decided: entry(
    409,
    "This was already decided. Nothing was changed.",
    "该事项已有结果，未作任何更改",
    "此事項已有結果，未作任何變更",
  ),
  case_changed: entry(
    409,
    "This changed while you were viewing it. Nothing was decided. Review it again.",
    "内容在查看期间已变更，未作决定，请重新查看",
    "內容在檢視期間已變更，未作決定，請重新檢視",
  ),
  case_needs_another: entry(
    409,
    "You already voted. Someone else has to decide this case.",
    "须由另一位同事决定，你已经表态",
    "須由另一位同事決定，你已經表態",
  ),
  case_not_appealable: entry(
    409,
    "This can’t be appealed, or the time to appeal has passed.",
    "无法申诉，或申诉期限已过",
    "無法申訴，或申訴期限已過",
  ),
  too_many_files: entry(
    409,
    "File limit reached. Contact support.",
    "文件数量已达上限，请联系客服",
    "檔案數量已達上限，請聯絡客服",
  ),
} as const satisfies Record<string, CatalogEntry>;
