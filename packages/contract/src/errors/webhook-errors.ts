import { type CatalogEntry, entry } from "./catalog-entry.ts";

/** Errors of calls that manage webhooks. */
export const WEBHOOK_ERRORS = {
  too_many_webhooks: entry(
    409,
    "You have 10 webhooks. Delete one first.",
    "Webhook 已达 10 个，请先删除一个",
    "Webhook 已達 10 個，請先刪除一個",
  ),
  webhook_url_refused: entry(
    422,
    "Events are sent to public https addresses only. Enter one.",
    "事件只发送到公网 https 地址，请填写此类地址",
    "事件只傳送到公開的 https 位址，請填寫此類位址",
  ),
  webhook_not_active: entry(
    409,
    "This webhook isn’t active. Verify or resume it first.",
    "该 Webhook 未启用，请先验证或恢复",
    "該 Webhook 未啟用，請先驗證或恢復",
  ),
} as const satisfies Readonly<Record<string, CatalogEntry>>;
