import { type CatalogEntry, entry } from "./catalog-entry.ts";

/** Errors about uploaded files, receipts and notes about payments. */
export const FILE_ERRORS = {
  file_too_large: entry(
    413,
    "This file is larger than 5 MB. Send a smaller one.",
    "文件超过 5 MB，请发送较小的文件",
    "檔案超過 5 MB，請傳送較小的檔案",
  ),
  file_type_unknown: entry(
    415,
    "This file type isn’t supported. Send a PDF, JPEG or PNG.",
    "不支持此类文件，请改用 PDF、JPEG 或 PNG",
    "不支援此類檔案，請改用 PDF、JPEG 或 PNG",
  ),
  file_type_differs: entry(
    415,
    "The file’s content doesn’t match its type. Save it again as a PDF, JPEG or PNG.",
    "文件内容与其类型不符，请重新另存为 PDF、JPEG 或 PNG",
    "檔案內容與其類型不符，請重新另存為 PDF、JPEG 或 PNG",
  ),
  file_empty: entry(400, "This file is empty.", "文件为空", "檔案是空的"),
  file_damaged: entry(
    400,
    "This file is damaged or incomplete. Save it again and resend it.",
    "文件已损坏或不完整，请重新保存后再发送",
    "檔案已損壞或不完整，請重新儲存後再傳送",
  ),
  file_unsafe: entry(
    400,
    "Files can’t have scripts, forms, attachments or passwords. Print to PDF, or use JPEG or PNG.",
    "不接受含有脚本、表单、附件或设有密码的文件，请打印为新的 PDF，或改用 JPEG 或 PNG",
    "不接受含有指令碼、表單、附件或設有密碼的檔案，請列印為新的 PDF，或改用 JPEG 或 PNG",
  ),
  file_infected: entry(
    400,
    "This file contains a virus. Don’t open it again; send a different file.",
    "文件含有病毒，请勿再次打开，请改用其他文件",
    "檔案含有病毒，請勿再次開啟，請改用其他檔案",
  ),
  virus_scan_unavailable: entry(
    503,
    "Files can’t be scanned for viruses right now. Send it again in a minute.",
    "暂时无法检查文件是否含有病毒，请一分钟后重新发送",
    "暫時無法檢查檔案是否含有病毒，請一分鐘後重新傳送",
  ),
  too_many_receipts: entry(
    409,
    "At most 20 receipts per payment, 20 payments per receipt, 20,000 in all. Delete one first.",
    "每笔付款最多 20 张收据，每张收据最多对应 20 笔付款，总数最多 20,000 张，请先删除一张",
    "每筆付款最多 20 張收據，每張收據最多對應 20 筆付款，總數最多 20,000 張，請先刪除一張",
  ),
  payment_note_changed: entry(
    409,
    "Someone else changed this note. Nothing was saved. Review their version first.",
    "该备注已被他人更改，本次未保存，请先查看对方的版本",
    "此備註已被他人變更，本次未儲存，請先檢視對方的版本",
  ),
  file_storage_unavailable: entry(
    503,
    "Files can’t be saved or opened right now. Try again in a minute.",
    "暂时无法保存或打开文件，请一分钟后重试",
    "暫時無法儲存或開啟檔案，請一分鐘後再試",
  ),
} as const satisfies Record<string, CatalogEntry>;
