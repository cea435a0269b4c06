import type { Locale, LocalizedText } from "@tessera/contract/errors/locales";
import type { MOVEMENT_STATUSES, STEP_KINDS } from "@tessera/contract/insights/bills.schemas";

type Status = (typeof MOVEMENT_STATUSES)[number];
type Step = (typeof STEP_KINDS)[number];

function texts(en: string, zhCN: string, zhTW: string): LocalizedText {
  return { en, "zh-CN": zhCN, "zh-TW": zhTW };
}

/** The labels in a workbook, by language. */
export const LABELS = {
  summary: texts("Summary", "汇总", "彙總"),
  movements: texts("Movements", "明细", "明細"),
  statement: texts("Tessera statement", "Tessera 对账单", "Tessera 對帳單"),
  period: texts("Period", "期间", "期間"),
  timeZone: texts("Time zone", "时区", "時區"),
  kinds: texts("Kinds", "类型", "類型"),
  allKinds: texts("All", "全部", "全部"),
  currency: texts("Currency", "币种", "幣別"),
  opening: texts("Opening", "期初余额", "期初餘額"),
  moved: texts("+ Movements", "+ 本期明细", "+ 本期明細"),
  otherKinds: texts("+ Other kinds", "+ 其他类型", "+ 其他類型"),
  closing: texts("= Closing", "= 期末余额", "= 期末餘額"),
  closingPlain: texts("Closing", "期末余额", "期末餘額"),
  rows: texts("Rows", "行数", "列數"),
  check: texts("Checked", "核对", "核對"),
  account: texts("Account", "账户", "帳戶"),
  wallet: texts("Wallet", "钱包", "錢包"),
  time: texts("Time", "时间", "時間"),
  timeUtc: texts("Time (UTC)", "时间 (UTC)", "時間 (UTC)"),
  card: texts("Card", "卡片", "卡片"),
  cardName: texts("Card name", "卡片名称", "卡片名稱"),
  lastFour: texts("Last four", "尾号", "末四碼"),
  kind: texts("Kind", "类型", "類型"),
  step: texts("Step", "步骤", "步驟"),
  status: texts("Status", "状态", "狀態"),
  title: texts("Description", "说明", "說明"),
  category: texts("MCC", "商户类别码", "商店類別碼"),
  country: texts("Country", "国家/地区", "國家/地區"),
  amount: texts("Amount", "金额", "金額"),
  fee: texts("of which fee", "其中手续费", "其中手續費"),
  balance: texts("Balance after", "变动后余额", "變動後餘額"),
  movementId: texts("Movement", "交易编号", "交易編號"),
  entryId: texts("Entry", "记录编号", "紀錄編號"),
  cardId: texts("Card id", "卡片编号", "卡片編號"),
  merchantAmount: texts("Merchant’s amount", "商户金额", "商店金額"),
  merchantCurrency: texts("Merchant’s currency", "商户币种", "商店幣別"),
  exchangeRate: texts("Exchange rate", "汇率", "匯率"),
} as const satisfies Record<string, LocalizedText>;

const STATUSES: Readonly<Record<Status, LocalizedText>> = {
  processing: texts("Processing", "处理中", "處理中"),
  reviewing: texts("Under review", "审核中", "審核中"),
  queued: texts("Queued", "排队中", "排隊中"),
  completed: texts("Completed", "已完成", "已完成"),
  failed: texts("Failed", "失败", "失敗"),
  declined: texts("Declined", "已拒付", "已拒付"),
  rejected: texts("Rejected", "已驳回", "已駁回"),
  cancelled: texts("Canceled", "已取消", "已取消"),
  expired: texts("Expired", "已过期", "已過期"),
};

const STEPS: Readonly<Record<Step, LocalizedText>> = {
  increment: texts("Increment", "追加授权", "追加授權"),
  advice: texts("Advice", "授权通知", "授權通知"),
  clearing: texts("Settlement", "入账", "入帳"),
  reversal: texts("Reversal", "冲正", "沖正"),
  expiry: texts("Expiry", "到期释放", "到期釋放"),
  release: texts("Release", "释放", "釋放"),
  repayment: texts("Repayment", "偿还欠款", "償還欠款"),
  return_reversal: texts("Refund taken back", "退款撤回", "退款撤回"),
  deposit_reversal: texts("Deposit taken back", "充值撤回", "儲值撤回"),
  review: texts("Review", "复核", "複核"),
};

/** Returns a status in the reader's language, or returns it unchanged if it is unknown. */
export function statusLabel(status: string, language: Locale): string {
  return (STATUSES as Readonly<Record<string, LocalizedText>>)[status]?.[language] ?? status;
}

/**
 * Returns a step's name in the reader's language, or an empty string if the line is the movement
 * itself.
 */
export function stepLabel(step: string, language: Locale): string {
  return (STEPS as Readonly<Record<string, LocalizedText>>)[step]?.[language] ?? "";
}
