import type { FieldCode } from "../fields.ts";
import type { LocalizedText } from "./locales.ts";

function texts(en: string, zhCN: string, zhTW: string): LocalizedText {
  return { en, "zh-CN": zhCN, "zh-TW": zhTW };
}

/** The message for each field error code. */
export const FIELD_TEXTS: Readonly<Record<FieldCode, LocalizedText>> = {
  required: texts("This field is required.", "此项必填", "此項必填"),
  wrong_type: texts("This has the wrong type.", "类型不正确", "類型不正確"),
  too_short: texts("This is too short.", "内容过短", "內容過短"),
  too_long: texts("This is too long.", "内容过长", "內容過長"),
  out_of_range: texts("This is out of range.", "超出允许范围", "超出允許範圍"),
  above_card_limit: texts(
    "This is above the card’s own limit. Enter that limit or less.",
    "超出卡片本身的限额，请输入不高于该限额的金额",
    "超出卡片本身的限額，請輸入不高於該限額的金額",
  ),
  unknown_field: texts("Unknown field.", "未知字段", "未知欄位"),
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
  malformed_id: texts("This ID is not valid.", "编号无效", "編號無效"),
  unknown_id: texts(
    "This doesn’t exist or was deleted.",
    "内容不存在或已被删除",
    "內容不存在或已被刪除",
  ),
  unreadable_content: texts(
    "The text is empty once unsupported content is removed.",
    "去除无法显示的内容后，没有可阅读的文字",
    "移除無法顯示的內容後，沒有可閱讀的文字",
  ),
  ends_before_start: texts(
    "The end must come after the start.",
    "结束时间须晚于开始时间",
    "結束時間須晚於開始時間",
  ),
  malformed_code: texts(
    "Enter the six digits from the email.",
    "请输入邮件中的 6 位数字",
    "請輸入郵件中的 6 位數字",
  ),
  malformed_text: texts(
    "This contains characters that are not allowed.",
    "包含无法使用的字符",
    "包含無法使用的字元",
  ),
  malformed_date: texts(
    "Enter a time such as 2026-11-20T00:00:00Z.",
    "请提供时间，例如 2026-11-20T00:00:00Z",
    "請提供時間，例如 2026-11-20T00:00:00Z",
  ),
  malformed_cursor: texts("This page cursor is not valid.", "分页标记无效", "分頁標記無效"),
  malformed_card_number: texts("This card number is not valid.", "卡号无效", "卡號無效"),
  malformed_day: texts(
    "Enter a date such as 1990-04-23.",
    "请输入日期，例如 1990-04-23",
    "請輸入日期，例如 1990-04-23",
  ),
  malformed_phone: texts(
    "Enter the number with its country code, such as +49 30 1234567.",
    "请输入带国家或地区代码的号码，例如 +86 138 0013 8000",
    "請輸入含國碼的號碼，例如 +886 912 345 678",
  ),
  latin_letters: texts(
    "Use Latin letters only, as in your passport.",
    "仅限拉丁字母，与护照一致",
    "僅限拉丁字母，與護照一致",
  ),
  too_young: texts(
    "You are too young for a card from this issuer.",
    "未达到该发卡机构要求的最低年龄",
    "未達到該發卡機構要求的最低年齡",
  ),
  malformed_username: texts(
    "Use letters a to z, digits, dots, hyphens and underscores; begin with a letter or a digit.",
    "仅可使用字母 a–z、数字、点、连字符和下划线，并以字母或数字开头",
    "僅可使用字母 a–z、數字、點、連字號與底線，並以字母或數字開頭",
  ),
  amount_not_positive: texts(
    "Enter an amount above zero.",
    "请输入大于零的金额",
    "請輸入大於零的金額",
  ),
  amount_too_precise: texts(
    "Amounts can have up to two decimals, such as 12.34.",
    "金额最多两位小数，例如 12.34",
    "金額最多兩位小數，例如 12.34",
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
    "The password can’t contain your email or username.",
    "密码不能包含邮箱或用户名",
    "密碼不能包含電子郵件或使用者名稱",
  ),
  password_unchanged: texts(
    "This is already your password. Choose a new one.",
    "新密码不能与当前密码相同",
    "新密碼不能與目前密碼相同",
  ),
  username_is_password: texts(
    "This is your password. Choose another username.",
    "用户名不能与密码相同，请更换",
    "使用者名稱不能與密碼相同，請更換",
  ),
  username_taken: texts(
    "This username is taken. Choose another.",
    "该用户名已被使用，请更换",
    "此使用者名稱已被使用，請更換",
  ),
  email_unchanged: texts(
    "This is already your email.",
    "这已经是你当前的邮箱",
    "這已經是你目前的電子郵件",
  ),
  subject_too_long: texts(
    "A subject can have up to 120 characters. Put the rest in the message.",
    "主题最多 120 个字符，其余内容请写在正文中",
    "主旨最多 120 個字元，其餘內容請寫在內文中",
  ),
  message_too_long: texts(
    "A message can have up to 4,000 characters. Send the rest in another message or as a file.",
    "每条消息最多 4,000 个字符，其余内容请另发一条或以文件发送",
    "每則訊息最多 4,000 個字元，其餘內容請另傳一則或以檔案傳送",
  ),
  too_many_files: texts(
    "A message can have up to 5 files. Send the others with another message.",
    "每条消息最多附 5 个文件，其余请另发一条",
    "每則訊息最多附 5 個檔案，其餘請另傳一則",
  ),
  malformed: texts("This is not valid.", "格式不正确", "格式不正確"),
  contradiction: texts(
    "This contradicts another condition of the rule, or can never be true.",
    "此条件与规则中的其他条件矛盾，或永远无法成立",
    "此條件與規則中的其他條件矛盾，或永遠無法成立",
  ),
  not_exactly_one: texts(
    "Provide exactly one way to confirm that it’s you.",
    "请只提供一种身份验证方式",
    "請只提供一種身分驗證方式",
  ),
};
