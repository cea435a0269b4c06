import type { FieldCode } from "../fields.ts";
import type { LocalisedText } from "./locales.ts";

function texts(en: string, zhCN: string, zhTW: string): LocalisedText {
  return { en, "zh-CN": zhCN, "zh-TW": zhTW };
}

/** What each refused field's code says to a reader. */
export const FIELD_TEXTS: Readonly<Record<FieldCode, LocalisedText>> = {
  required: texts("This is needed.", "此项必填", "此項必填"),
  wrong_type: texts("This has the wrong type.", "类型不正确", "類型不正確"),
  too_short: texts("This is too short.", "内容过短", "內容過短"),
  too_long: texts("This is too long.", "内容过长", "內容過長"),
  out_of_range: texts("This is out of range.", "超出允许范围", "超出允許範圍"),
  unknown_field: texts("This field is not known.", "未知字段", "未知欄位"),
  not_allowed: texts("This value is not allowed.", "不支持此值", "不支援此值"),
  malformed_amount: texts(
    "Enter an amount such as 12.34.",
    "请输入金额，例如 12.34",
    "請輸入金額，例如 12.34",
  ),
  malformed_email: texts(
    "Enter a full email address.",
    "请输入完整的邮箱地址",
    "請輸入完整的電子郵件地址",
  ),
  malformed_id: texts("This id is not valid.", "编号无效", "編號無效"),
  malformed_code: texts(
    "Enter the six digits from the email.",
    "请输入邮件中的 6 位数字",
    "請輸入郵件中的 6 位數字",
  ),
  malformed_text: texts(
    "This has characters that can’t be used.",
    "包含无法使用的字符",
    "包含無法使用的字元",
  ),
  malformed_date: texts(
    "Give a time such as 2026-11-20T00:00:00Z.",
    "请提供时间，例如 2026-11-20T00:00:00Z",
    "請提供時間，例如 2026-11-20T00:00:00Z",
  ),
  malformed_cursor: texts("This page is not valid.", "分页标记无效", "分頁標記無效"),
  malformed_card_number: texts("This card number is not valid.", "卡号无效", "卡號無效"),
  amount_not_positive: texts(
    "Enter an amount above zero.",
    "请输入大于零的金额",
    "請輸入大於零的金額",
  ),
  agreement_required: texts(
    "Please confirm the agreements before continuing.",
    "请先确认协议再继续",
    "請先確認協議再繼續",
  ),
  passwords_differ: texts("Passwords do not match", "两次输入的密码不一致", "兩次輸入的密碼不一致"),
  password_too_common: texts(
    "This password is too common. Choose another.",
    "密码过于常见，请更换",
    "密碼過於常見，請更換",
  ),
  password_contains_account: texts(
    "The password may not contain your email or username.",
    "密码不能包含邮箱或用户名",
    "密碼不能包含電子郵件或使用者名稱",
  ),
  password_unchanged: texts(
    "This is your password already. Choose a new one.",
    "新密码不能与当前密码相同",
    "新密碼不能與目前密碼相同",
  ),
  malformed: texts("This is not valid.", "格式不正确", "格式不正確"),
};
