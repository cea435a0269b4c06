import type { LocalizedText } from "./locales.ts";

/** The wire name of a refusal. */
export interface CatalogEntry {
  readonly status: number;
  /** Says what happened and what to do, in the reader's language. */
  readonly message: LocalizedText;
}

/** A refusal: its status, and its message in each language. */
export function entry(status: number, en: string, zhCN: string, zhTW: string): CatalogEntry {
  return { status, message: { en, "zh-CN": zhCN, "zh-TW": zhTW } };
}
