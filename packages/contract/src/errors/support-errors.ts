import { type CatalogEntry, entry } from "./catalog-entry.ts";

/** Errors in conversations with support. */
export const SUPPORT_ERRORS = {
  too_many_conversations: entry(
    409,
    "You have many open conversations. Write in one of them, or resolve one first.",
    "你有多个未解决的会话，请在其中继续，或先将其中一个标记为已解决",
    "你有多個未解決的對話，請在其中繼續，或先將其中一個標示為已解決",
  ),
  too_many_answers: entry(
    409,
    "You have reached the maximum number of saved replies. Delete one first.",
    "快捷回复数量已达上限，请先删除一条",
    "罐頭回覆數量已達上限，請先刪除一則",
  ),
  answer_name_taken: entry(
    409,
    "Another saved reply has this name. Choose another name.",
    "该名称已被其他快捷回复使用，请更换",
    "此名稱已被其他罐頭回覆使用，請更換",
  ),
  answer_changed: entry(
    409,
    "Someone else changed this saved reply. Nothing was saved. Review their version first.",
    "该快捷回复已被他人更改，本次未保存，请先查看对方的版本",
    "此罐頭回覆已被他人變更，本次未儲存，請先檢視對方的版本",
  ),
} as const satisfies Record<string, CatalogEntry>;
