import type { LocalizedText } from "@tessera/contract/errors/locales";

/** Titles of what operators do about differences between the ledger and other books. */
export const RECONCILIATION_TITLES = {
  "reconciliation.run": {
    en: "Reconciliation requested",
    "zh-CN": "发起对账",
    "zh-TW": "發起對帳",
  },
  "reconciliation.assign": {
    en: "Reconciliation break assigned",
    "zh-CN": "指派对账差异",
    "zh-TW": "指派對帳差異",
  },
  "reconciliation.explain": {
    en: "Reconciliation break explained",
    "zh-CN": "说明对账差异",
    "zh-TW": "說明對帳差異",
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;
