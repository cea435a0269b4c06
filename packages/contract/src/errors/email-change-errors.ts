import { type CatalogEntry, entry } from "./catalog-entry.ts";

/** Errors when changing a sign-in email. */
export const EMAIL_CHANGE_ERRORS = {
  email_change_reviewing: entry(
    409,
    "An email change is already under review. Withdraw it first.",
    "已有一项邮箱变更正在审核，请先撤回",
    "已有一項電子郵件變更正在審核，請先撤回",
  ),
  email_change_over: entry(
    409,
    "This request to change your email has ended. Start a new one.",
    "此次邮箱变更申请已结束，请重新申请",
    "此次電子郵件變更申請已結束，請重新申請",
  ),
  email_change_taken: entry(
    409,
    "Another account now uses this address. The request was closed, and nothing was changed.",
    "该邮箱现已属于另一账户，申请已关闭，未作任何更改",
    "此電子郵件現已屬於另一帳戶，申請已關閉，未作任何變更",
  ),
} as const satisfies Record<string, CatalogEntry>;
