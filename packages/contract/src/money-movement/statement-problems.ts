import type { LocalizedText } from "../errors/locales.ts";

function texts(en: string, zhCN: string, zhTW: string): LocalizedText {
  return { en, "zh-CN": zhCN, "zh-TW": zhTW };
}

/**
 * Why a bank statement is refused, as a sentence for the operator who imports it. `{value}` stands
 * for an excerpt of the file or a figure.
 */
export const STATEMENT_PROBLEMS = {
  empty_file: texts("The file is empty.", "文件为空", "檔案為空"),
  too_large: texts("The file is larger than {value}.", "文件超过 {value}", "檔案超過 {value}"),
  not_utf8: texts(
    "The file is not in UTF-8. {value}",
    "文件不是 UTF-8 编码。{value}",
    "檔案不是 UTF-8 編碼。{value}",
  ),
  not_xml: texts(
    "This is not well-formed XML: {value}",
    "XML 格式有误：{value}",
    "XML 格式有誤：{value}",
  ),
  document_type: texts(
    "The file declares a document type, which a statement never does.",
    "文件含有文档类型声明，对账单中不应出现",
    "檔案含有文件類型宣告，對帳單中不應出現",
  ),
  processing_instruction: texts(
    "The file has the processing instruction {value}, which a statement never has.",
    "文件含有处理指令 {value}，对账单中不应出现",
    "檔案含有處理指令 {value}，對帳單中不應出現",
  ),
  too_deep: texts(
    "Elements are nested more than {value} deep.",
    "元素嵌套超过 {value} 层",
    "元素巢狀超過 {value} 層",
  ),
  too_long: texts(
    "A part of the file is longer than any statement needs. {value}",
    "文件中有过长的内容。{value}",
    "檔案中有過長的內容。{value}",
  ),
  not_camt053: texts(
    "This is not a camt.053 statement of version 02 to 14, but {value}.",
    "不是 camt.053 02 至 14 版对账单，而是 {value}",
    "不是 camt.053 02 至 14 版對帳單，而是 {value}",
  ),
  wrong_element: texts(
    "{value} does not belong here.",
    "此处不应出现 {value}",
    "此處不應出現 {value}",
  ),
  wrong_order: texts(
    "{value} is repeated, or comes too late.",
    "{value} 重复或顺序有误",
    "{value} 重複或順序有誤",
  ),
  missing: texts("{value} is missing.", "缺少 {value}", "缺少 {value}"),
  bad_code: texts(
    "A value is not one of the allowed codes: {value}",
    "代码无效：{value}",
    "代碼無效：{value}",
  ),
  bad_count: texts("{value} is not a number.", "{value} 不是数字", "{value} 不是數字"),
  bad_amount: texts(
    "{value} is not an amount above zero.",
    "{value} 不是大于零的金额",
    "{value} 不是大於零的金額",
  ),
  too_many_decimals: texts(
    "{value} has more decimals than the currency.",
    "{value} 的小数位数超过该币种",
    "{value} 的小數位數超過該幣種",
  ),
  amount_out_of_range: texts(
    "{value} is larger than the ledger can hold.",
    "{value} 超出账簿可记录的范围",
    "{value} 超出帳簿可記錄的範圍",
  ),
  bad_date: texts("{value} is not a date.", "{value} 不是有效日期", "{value} 不是有效日期"),
  future_date: texts("{value} is in the future.", "{value} 是未来的日期", "{value} 是未來的日期"),
  bad_reference: texts(
    "The reference {value} is empty, longer than 35 characters, or has invisible characters.",
    "编号 {value} 为空、超过 35 个字符或含有不可见字符",
    "編號 {value} 為空、超過 35 個字元或含有不可見字元",
  ),
  no_entry_reference: texts(
    "The entry has no reference of the bank, so it could be imported twice.",
    "该笔记录没有银行编号，可能被重复导入",
    "該筆記錄沒有銀行編號，可能被重複匯入",
  ),
  duplicate_entry: texts(
    "The file has the entry {value} twice.",
    "文件中出现两笔相同的记录 {value}",
    "檔案中出現兩筆相同的記錄 {value}",
  ),
  changed_entry: texts(
    "The entry {value} was imported before, with another amount or date.",
    "记录 {value} 曾以不同的金额或日期导入",
    "記錄 {value} 曾以不同的金額或日期匯入",
  ),
  no_statement: texts("The file has no statement.", "文件中没有对账单", "檔案中沒有對帳單"),
  paginated: texts(
    "The statement is split into pages. Ask the bank for the whole statement in one message.",
    "对账单被分页，请向银行索取完整的一份",
    "對帳單被分頁，請向銀行索取完整的一份",
  ),
  no_opening_balance: texts(
    "The booked opening balance (OPBD or PRCD) is missing.",
    "缺少期初余额（OPBD 或 PRCD）",
    "缺少期初餘額（OPBD 或 PRCD）",
  ),
  no_closing_balance: texts(
    "The booked closing balance (CLBD) is missing.",
    "缺少期末余额（CLBD）",
    "缺少期末餘額（CLBD）",
  ),
  unknown_account: texts(
    "{value} is not an account of the program.",
    "{value} 不是本项目的账户",
    "{value} 不是本專案的帳戶",
  ),
  busy_account: texts(
    "Another statement of the account {value} is being imported. Try again when it has ended.",
    "账户 {value} 的另一份对账单正在导入，请待其完成后重试",
    "帳戶 {value} 的另一份對帳單正在匯入，請待其完成後重試",
  ),
  unknown_currency: texts(
    "The program has no accounts in {value}.",
    "本项目没有 {value} 账户",
    "本專案沒有 {value} 帳戶",
  ),
  account_currency: texts(
    "The account is kept in another currency than {value}.",
    "该账户的币种不是 {value}",
    "該帳戶的幣種不是 {value}",
  ),
  entry_currency: texts(
    "An amount is in {value}, which is not the account's currency.",
    "金额币种 {value} 与账户不符",
    "金額幣種 {value} 與帳戶不符",
  ),
  unbalanced: texts(
    "The opening balance and the entries miss the closing balance by {value}.",
    "期初余额加各笔记录与期末余额相差 {value}",
    "期初餘額加各筆記錄與期末餘額相差 {value}",
  ),
  wrong_sum: texts(
    "{value} is not the sum of the entries.",
    "{value} 与各笔记录之和不符",
    "{value} 與各筆記錄之和不符",
  ),
  gap: texts(
    "The opening balance differs from the last imported closing balance by {value}. Import the " +
      "statements in between first.",
    "期初余额与上次导入的期末余额相差 {value}，请先导入中间的对账单",
    "期初餘額與上次匯入的期末餘額相差 {value}，請先匯入中間的對帳單",
  ),
  older_statement: texts(
    "The statement closes on {value}, before the last one that was imported.",
    "对账单期末日 {value} 早于上次导入的对账单",
    "對帳單期末日 {value} 早於上次匯入的對帳單",
  ),
  csv_format: texts(
    "The first line must be format,tessera-statement-1, not {value}.",
    "首行须为 format,tessera-statement-1，而不是 {value}",
    "首行須為 format,tessera-statement-1，而不是 {value}",
  ),
  csv_columns: texts(
    "The columns are not the documented ones: {value}",
    "列与文档不符：{value}",
    "欄位與文件不符：{value}",
  ),
  csv_fields: texts(
    "The line has {value} fields instead of 12.",
    "该行有 {value} 个字段，应为 12 个",
    "該行有 {value} 個欄位，應為 12 個",
  ),
  csv_quotes: texts("A quotation mark is in the wrong place.", "引号位置有误", "引號位置有誤"),
} as const satisfies Readonly<Record<string, LocalizedText>>;

export type StatementProblemCode = keyof typeof STATEMENT_PROBLEMS;

/** Returns the sentence for a problem, with its excerpt. */
export function problemText(
  code: StatementProblemCode,
  value: string,
  locale: keyof LocalizedText,
): string {
  return STATEMENT_PROBLEMS[code][locale].replace("{value}", () => value).trim();
}
