import { entry } from "./catalog-entry.ts";

/** Temporary errors. The same request can be retried, and takes effect at most once. */
export const FAULT_ERRORS = {
  overloaded: entry(
    503,
    "Tessera is busy. Nothing was changed. Try again in a moment.",
    "系统繁忙，未作任何更改，请稍候再试",
    "系統繁忙，未作任何變更，請稍候再試",
  ),
  outcome_unknown: entry(
    503,
    "We don’t know yet if this went through. Retry the same request: it takes effect at most once.",
    "暂时无法确定本次操作是否已完成。请以相同的请求重试，操作最多只会执行一次",
    "暫時無法確定本次操作是否已完成。請以相同的請求再試一次，操作最多只會執行一次",
  ),
  unavailable: entry(
    503,
    "Tessera can’t save anything right now. Nothing was changed. Try again in a few minutes.",
    "系统暂时无法保存任何内容，未作任何更改，请几分钟后再试",
    "系統暫時無法儲存任何內容，未作任何變更，請幾分鐘後再試",
  ),
  shutting_down: entry(
    503,
    "Tessera is restarting. Nothing was changed. Try again in a moment.",
    "系统正在重启，未作任何更改，请稍候再试",
    "系統正在重新啟動，未作任何變更，請稍候再試",
  ),
  cell_unavailable: entry(
    503,
    "Your account can’t be reached right now. Nothing was changed. Try again in a few minutes.",
    "暂时无法连接你的账户，未作任何更改，请几分钟后再试",
    "暫時無法連線至你的帳戶，未作任何變更，請幾分鐘後再試",
  ),
  practice_unavailable: entry(
    503,
    "Practice is unavailable right now. Your cards and money are not affected. Try again later.",
    "练习暂时无法使用，你的卡片和资金不受影响，请稍后再试",
    "練習暫時無法使用，你的卡片和資金不受影響，請稍後再試",
  ),
} as const;
