import type { LocalizedText } from "@tessera/contract/errors/locales";

/** Titles of what operators and banks do with bank transfers, and of reconciliation. */
export const BANK_TITLES = {
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
  "bank.import": {
    en: "Import of a bank statement",
    "zh-CN": "导入银行对账单",
    "zh-TW": "匯入銀行對帳單",
  },
  "bank.credited": {
    en: "Bank transfer credited",
    "zh-CN": "银行转账入账",
    "zh-TW": "銀行轉帳入帳",
  },
  "bank.reversed": {
    en: "Bank transfer reversed by the bank",
    "zh-CN": "银行撤回转账",
    "zh-TW": "銀行撤回轉帳",
  },
  "bank.assign": {
    en: "Bank transfer assigned to a customer",
    "zh-CN": "银行转账指派给客户",
    "zh-TW": "銀行轉帳指派給客戶",
  },
  "bank.return": {
    en: "Return of a bank transfer instructed",
    "zh-CN": "指示退回银行转账",
    "zh-TW": "指示退回銀行轉帳",
  },
  "bank.reopen": {
    en: "Bank transfer put back into the queue",
    "zh-CN": "银行转账退回待处理列表",
    "zh-TW": "銀行轉帳退回待處理清單",
  },
  "bank.trade": {
    en: "Bank transaction matched with a trade",
    "zh-CN": "银行记录与外汇交易匹配",
    "zh-TW": "銀行記錄與外匯交易配對",
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;
