import { type CatalogueEntry, entry } from "./catalogue-entry.ts";

/** Refusals of files that people send, whatever they send them for. */
export const FILE_ERRORS = {
  file_too_large: entry(
    413,
    "This file is larger than 5 MB. Send a smaller one.",
    "文件超过 5 MB，请发送较小的文件",
    "檔案超過 5 MB，請傳送較小的檔案",
  ),
  file_type_unknown: entry(
    415,
    "Files of this kind aren’t taken. Send a PDF, a JPEG or a PNG.",
    "不支持此类文件，请改用 PDF、JPEG 或 PNG",
    "不支援此類檔案，請改用 PDF、JPEG 或 PNG",
  ),
  file_type_differs: entry(
    415,
    "This file isn’t what it says it is. Save it again as a PDF, a JPEG or a PNG.",
    "文件内容与其类型不符，请重新另存为 PDF、JPEG 或 PNG",
    "檔案內容與其類型不符，請重新另存為 PDF、JPEG 或 PNG",
  ),
  file_empty: entry(400, "This file is empty.", "文件为空", "檔案是空的"),
  file_damaged: entry(
    400,
    "This file is damaged or incomplete. Save it again and send it once more.",
    "文件已损坏或不完整，请重新保存后再发送",
    "檔案已損壞或不完整，請重新儲存後再傳送",
  ),
  file_unsafe: entry(
    400,
    "This file holds more than a picture or pages, such as a program. Print or export it anew.",
    "文件中含有图片或页面以外的内容（例如程序），请重新打印或导出",
    "檔案中含有圖片或頁面以外的內容（例如程式），請重新列印或匯出",
  ),
} as const satisfies Record<string, CatalogueEntry>;
