import { type CatalogEntry, entry } from "./catalog-entry.ts";

/** Errors returned when closing an account, and by calls to an account that is being closed. */
export const ACCOUNT_CLOSING_ERRORS = {
  account_closing_asked: entry(
    409,
    "Your account is already closing. To make changes, cancel the closure first.",
    "你的账户已在注销中，如需更改请先取消注销",
    "你的帳戶已在註銷中，如需變更請先取消註銷",
  ),
  account_closing_blocked: entry(
    409,
    "Some items must be settled before your account can close. Check the list again.",
    "清单中有事项须先处理，账户才能注销，请重新查看",
    "清單中有事項須先處理，帳戶才能註銷，請重新查看",
  ),
  account_closing_changed: entry(
    409,
    "The remaining amounts have changed. Check them again, then confirm.",
    "剩余金额已有变动，请重新查看后再确认",
    "剩餘金額已有變動，請重新查看後再確認",
  ),
  account_closing_none: entry(
    409,
    "Your account is not being closed.",
    "你的账户没有正在进行的注销申请",
    "你的帳戶沒有進行中的註銷申請",
  ),
  account_closing_open: entry(
    409,
    "Your account is closing: no new cards or deposits. Cancel the closure first.",
    "你的账户正在注销，无法申请新卡或新建充值，请先取消注销",
    "你的帳戶正在註銷，無法申請新卡或新增儲值，請先取消註銷",
  ),
  account_closed: entry(
    409,
    "This account was closed at its owner’s request. For questions, contact Tessera support.",
    "此账户已应本人申请注销，如有疑问请联系 Tessera 客服",
    "此帳戶已應本人申請註銷，如有疑問請聯絡 Tessera 客服",
  ),
  closing_link_invalid: entry(
    400,
    "This link is wrong, or the account is already closed. Sign in to check.",
    "链接无效，或账户已注销，请登录查看",
    "連結無效，或帳戶已註銷，請登入查看",
  ),
} as const satisfies Record<string, CatalogEntry>;
