import type { LocalizedText } from "./locales.ts";

/** The HTTP status and message of an error code. */
export interface CatalogEntry {
  readonly status: number;
  /** Says what happened and what to do, in the reader's language. */
  readonly message: LocalizedText;
}

/** Creates a catalog entry from the HTTP status and the message in each language. */
export function entry(status: number, en: string, zhCN: string, zhTW: string): CatalogEntry {
  return { status, message: { en, "zh-CN": zhCN, "zh-TW": zhTW } };
}
