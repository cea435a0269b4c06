import { type CatalogEntry, entry } from "./catalog-entry.ts";

/** Errors about statements and archives of personal data. */
export const EXPORT_ERRORS = {
  too_many_exports: entry(
    409,
    "Several exports are already waiting. Wait for one to finish, or cancel one first.",
    "已有多个导出任务在等待，请等待完成或先取消一个",
    "已有多個匯出工作在等待，請等待完成或先取消一個",
  ),
  export_over: entry(
    409,
    "This export has ended and can no longer be canceled.",
    "该导出任务已结束，无法取消",
    "該匯出工作已結束，無法取消",
  ),
  export_not_ready: entry(
    409,
    "This export has no file yet. Wait until it is completed.",
    "文件尚未生成，请等待导出完成",
    "檔案尚未產生，請等待匯出完成",
  ),
  export_expired: entry(
    410,
    "This file has expired. Export it again.",
    "文件已过期，请重新生成",
    "檔案已過期，請重新產生",
  ),
  archive_in_progress: entry(
    409,
    "An archive of your data is already being created. Wait for it, or cancel it first.",
    "已有一份个人数据副本正在生成，请等待完成或先取消",
    "已有一份個人資料封存檔正在產生，請等待完成或先取消",
  ),
  archive_over: entry(
    409,
    "This archive is finished, so it can’t be canceled.",
    "该数据副本已结束，无法取消",
    "該封存檔已結束，無法取消",
  ),
  archive_not_ready: entry(
    409,
    "This archive has no file yet. Wait until it is completed.",
    "数据副本文件尚未生成，请等待完成",
    "封存檔尚未產生，請等待完成",
  ),
  archive_expired: entry(
    410,
    "This archive has expired and was deleted. Request a new one.",
    "该数据副本已过期并被删除，请重新申请",
    "該封存檔已過期並刪除，請重新申請",
  ),
} as const satisfies Record<string, CatalogEntry>;
