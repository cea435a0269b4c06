import type { LocalisedText } from "./locales.ts";

interface CatalogueEntry {
  readonly status: number;
  /** Says what happened and what to do, in the reader's language. */
  readonly message: LocalisedText;
}

function entry(status: number, en: string, zhCN: string, zhTW: string): CatalogueEntry {
  return { status, message: { en, "zh-CN": zhCN, "zh-TW": zhTW } };
}

/**
 * Every refusal a call can give. `code` is stable; the message is for people. A refusal that may
 * not tell whether something exists shares the code and text of one that does not.
 */
export const ERRORS = {
  invalid_input: entry(
    400,
    "Some fields need another look.",
    "部分内容填写有误，请检查后重试",
    "部分內容填寫有誤，請檢查後再試",
  ),
  malformed_request: entry(
    400,
    "The request could not be read. It must be valid JSON.",
    "请求无法识别，内容须为有效的 JSON",
    "請求無法識別，內容須為有效的 JSON",
  ),
  idempotency_key_required: entry(
    400,
    "This call needs an Idempotency-Key of 1 to 255 visible characters.",
    "此操作需要 1 至 255 个可见字符的 Idempotency-Key",
    "此操作需要 1 至 255 個可見字元的 Idempotency-Key",
  ),
  captcha_invalid: entry(
    400,
    "The characters don’t match the picture, or it has expired. Try the new one.",
    "验证码错误或已过期，请使用新的图片重试",
    "驗證碼錯誤或已過期，請使用新的圖片再試",
  ),
  code_invalid: entry(
    400,
    "This code is wrong or has expired. Ask for a new one.",
    "验证码错误或已过期，请重新获取",
    "驗證碼錯誤或已過期，請重新取得",
  ),
  link_invalid: entry(
    400,
    "This link is wrong, used or has expired. Register again to get a new one.",
    "链接无效、已使用或已过期，请重新注册获取新链接",
    "連結無效、已使用或已過期，請重新註冊以取得新連結",
  ),
  deposit_out_of_bounds: entry(
    400,
    "A deposit must be between 10.00 and 100,000.00 USDT.",
    "单笔充值金额须在 10.00 至 100,000.00 USDT 之间",
    "單筆儲值金額須在 10.00 至 100,000.00 USDT 之間",
  ),
  unauthenticated: entry(401, "Sign in to continue.", "请先登录", "請先登入"),
  wrong_credentials: entry(
    401,
    "The account or password is wrong.",
    "账号或密码错误",
    "帳號或密碼錯誤",
  ),
  forbidden: entry(
    403,
    "You don’t have access to this.",
    "你没有权限进行此操作",
    "你沒有權限進行此操作",
  ),
  proof_required: entry(
    403,
    "Confirm your password to continue.",
    "请先验证密码再继续",
    "請先驗證密碼再繼續",
  ),
  proof_invalid: entry(
    403,
    "The password is wrong. Nothing was shown or changed.",
    "密码错误，未显示或更改任何内容",
    "密碼錯誤，未顯示或變更任何內容",
  ),
  proof_stale: entry(
    403,
    "Your confirmation has expired. Enter your password again.",
    "验证已过期，请重新输入密码",
    "驗證已過期，請重新輸入密碼",
  ),
  not_found: entry(404, "This doesn’t exist.", "内容不存在", "內容不存在"),
  request_timeout: entry(
    408,
    "The request took too long to arrive. Try again.",
    "请求超时，请重试",
    "請求逾時，請再試一次",
  ),
  insufficient_funds: entry(
    409,
    "There isn’t enough money for this. Nothing was charged.",
    "余额不足，未扣除任何费用",
    "餘額不足，未扣除任何費用",
  ),
  card_frozen: entry(
    409,
    "This card is frozen. Unfreeze it first.",
    "卡片已冻结，请先解冻",
    "卡片已凍結，請先解凍",
  ),
  card_closed: entry(409, "This card is closed.", "卡片已注销", "卡片已註銷"),
  card_expired: entry(
    409,
    "This card has expired. What is on it can be transferred out.",
    "卡片已过期，卡内余额可转出",
    "卡片已過期，卡內餘額可轉出",
  ),
  card_has_holds: entry(
    409,
    "This card has pending payments. Close it once they have settled.",
    "卡片有待入账的交易，请在结算后再注销",
    "卡片有待入帳的交易，請在結算後再註銷",
  ),
  quote_expired: entry(
    409,
    "This quote has expired. Nothing was charged. Check the new one.",
    "报价已过期，未扣除任何费用，请重新确认",
    "報價已過期，未扣除任何費用，請重新確認",
  ),
  quote_used: entry(
    409,
    "This quote was used already. Look in your bills before you try again.",
    "该报价已使用，请先查看账单再重试",
    "該報價已使用，請先查看帳單再試",
  ),
  price_changed: entry(
    409,
    "The fee has changed. Nothing was charged. Check the new fee and confirm.",
    "费用已变更，未扣除任何费用，请确认新的费用",
    "費用已變更，未扣除任何費用，請確認新的費用",
  ),
  segment_out_of_stock: entry(
    409,
    "This card is sold out. Choose another one.",
    "该卡段已售罄，请选择其他卡段",
    "該卡段已售罄，請選擇其他卡段",
  ),
  deposit_not_cancellable: entry(
    409,
    "This deposit can’t be cancelled any more.",
    "该充值已无法取消",
    "該儲值已無法取消",
  ),
  deposit_not_payable: entry(
    409,
    "This deposit takes no more payments.",
    "该充值不再接受付款",
    "該儲值不再接受付款",
  ),
  too_many_open_deposits: entry(
    409,
    "You have several deposits waiting. Pay or cancel one first.",
    "你有多笔待付款的充值，请先完成或取消其中一笔",
    "你有多筆待付款的儲值，請先完成或取消其中一筆",
  ),
  authorization_closed: entry(409, "This authorisation is closed.", "该授权已结束", "該授權已結束"),
  account_suspended: entry(
    409,
    "Your account is suspended. Contact support.",
    "账户已被暂停，请联系客服",
    "帳戶已被暫停，請聯絡客服",
  ),
  idempotency_in_progress: entry(
    409,
    "This is still being processed. Wait a moment and try again with the same key.",
    "请求正在处理中，请稍候再用相同的键重试",
    "請求正在處理中，請稍候再用相同的鍵重試",
  ),
  payload_too_large: entry(413, "The request is too large.", "请求内容过大", "請求內容過大"),
  unsupported_media_type: entry(
    415,
    "Send JSON with Content-Type: application/json.",
    "请以 Content-Type: application/json 发送 JSON",
    "請以 Content-Type: application/json 傳送 JSON",
  ),
  idempotency_mismatch: entry(
    422,
    "This Idempotency-Key was used for another request.",
    "该 Idempotency-Key 已用于其他请求",
    "該 Idempotency-Key 已用於其他請求",
  ),
  rate_limited: entry(
    429,
    "Too many tries. Wait a moment and try again.",
    "操作过于频繁，请稍候再试",
    "操作過於頻繁，請稍候再試",
  ),
  internal: entry(
    500,
    "Something went wrong on our side. Your money is safe. Try again later.",
    "系统出现问题，你的资金安全，请稍后再试",
    "系統發生問題，你的資金安全，請稍後再試",
  ),
  rates_unavailable: entry(
    503,
    "The rate source doesn’t answer. The last rates stay in use.",
    "汇率来源暂无响应，继续使用上次的汇率",
    "匯率來源暫無回應，繼續使用上次的匯率",
  ),
  overloaded: entry(
    503,
    "Tessera is busy. Nothing was changed. Try again in a moment.",
    "系统繁忙，未做任何更改，请稍候再试",
    "系統繁忙，未做任何變更，請稍候再試",
  ),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof ERRORS;
