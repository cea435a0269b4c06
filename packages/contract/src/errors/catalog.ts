import { ACCOUNT_CLOSING_ERRORS } from "./account-closing-errors.ts";
import { CORRECTION_ERRORS } from "./adjustment-errors.ts";
import { API_KEY_ERRORS } from "./api-key-errors.ts";
import { BACK_OFFICE_ERRORS } from "./back-office-errors.ts";
import { CARD_ERRORS } from "./card-errors.ts";
import { type CatalogEntry, entry } from "./catalog-entry.ts";
import { COMPANY_ERRORS } from "./company-errors.ts";
import { EMAIL_CHANGE_ERRORS } from "./email-change-errors.ts";
import { EXCHANGE_ERRORS } from "./exchange-errors.ts";
import { EXPORT_ERRORS } from "./export-errors.ts";
import { FAULT_ERRORS } from "./fault-errors.ts";
import { FILE_ERRORS } from "./file-errors.ts";
import { ISSUER_ERRORS } from "./issuer-errors.ts";
import { LEGAL_ERRORS } from "./legal-errors.ts";
import { MANDATE_ERRORS } from "./mandate-errors.ts";
import { OPERATOR_ERRORS } from "./operator-errors.ts";
import { PROGRAM_RULE_ERRORS } from "./program-rule-errors.ts";
import { PROVIDER_ERRORS } from "./provider-errors.ts";
import { RATE_ERRORS } from "./rate-errors.ts";
import { REQUEST_ERRORS } from "./request-errors.ts";
import { REVIEW_ERRORS } from "./review-errors.ts";
import { SUPPORT_ERRORS } from "./support-errors.ts";
import { WEBHOOK_ERRORS } from "./webhook-errors.ts";
import { WITHDRAWAL_ERRORS } from "./withdrawal-errors.ts";

/**
 * All errors that a call can return. `code` is stable; the message is for people. An error that
 * must not reveal whether something exists has the same code and text as the error for something
 * that does not exist.
 */
export const ERRORS = {
  ...WITHDRAWAL_ERRORS,
  ...REVIEW_ERRORS,
  ...SUPPORT_ERRORS,
  ...RATE_ERRORS,
  ...FILE_ERRORS,
  ...ACCOUNT_CLOSING_ERRORS,
  ...API_KEY_ERRORS,
  ...WEBHOOK_ERRORS,
  ...CARD_ERRORS,
  ...COMPANY_ERRORS,
  ...CORRECTION_ERRORS,
  ...EMAIL_CHANGE_ERRORS,
  ...EXCHANGE_ERRORS,
  ...EXPORT_ERRORS,
  ...BACK_OFFICE_ERRORS,
  ...OPERATOR_ERRORS,
  ...PROGRAM_RULE_ERRORS,
  ...PROVIDER_ERRORS,
  ...REQUEST_ERRORS,
  ...FAULT_ERRORS,
  ...ISSUER_ERRORS,
  ...LEGAL_ERRORS,
  ...MANDATE_ERRORS,
  invalid_input: entry(
    400,
    "Check the marked fields and try again.",
    "部分内容填写有误，请检查后重试",
    "部分內容填寫有誤，請檢查後再試",
  ),
  malformed_request: entry(
    400,
    "The request could not be read. It must be valid HTTP with valid JSON as its body.",
    "请求无法识别，须为有效的 HTTP，内容须为有效的 JSON",
    "請求無法識別，須為有效的 HTTP，內容須為有效的 JSON",
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
    "This code is wrong or has expired. Request a new one.",
    "验证码错误或已过期，请重新获取",
    "驗證碼錯誤或已過期，請重新取得",
  ),
  link_invalid: entry(
    400,
    "This link is wrong, already used or expired. Register again to get a new one.",
    "链接无效、已使用或已过期，请重新注册获取新链接",
    "連結無效、已使用或已過期，請重新註冊以取得新連結",
  ),
  deposit_out_of_bounds: entry(
    400,
    "A deposit must be between 10.00 and 100,000.00 of the asset.",
    "单笔充值金额须在 10.00 至 100,000.00 之间",
    "單筆儲值金額須在 10.00 至 100,000.00 之間",
  ),
  signature_invalid: entry(
    400,
    "The message’s signature is missing, wrong or expired. The message was ignored.",
    "消息签名缺失、错误或已过期，未作任何处理",
    "訊息簽章缺少、錯誤或已過期，未作任何處理",
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
    "Confirm that it’s you to continue.",
    "请先验证身份再继续",
    "請先驗證身分再繼續",
  ),
  proof_invalid: entry(
    403,
    "That didn’t match. Nothing was shown or changed.",
    "验证未通过，未显示或更改任何内容",
    "驗證未通過，未顯示或變更任何內容",
  ),
  proof_stale: entry(
    403,
    "Your confirmation has expired. Confirm again that it’s you.",
    "验证已过期，请重新验证身份",
    "驗證已過期，請重新驗證身分",
  ),
  second_factor_required: entry(
    403,
    "The password alone isn’t enough. Use your second factor to continue.",
    "仅凭密码无法继续，请使用第二重验证",
    "僅憑密碼無法繼續，請使用第二重驗證",
  ),
  second_factor_invalid: entry(
    403,
    "This is wrong or was already used. Authenticator codes change every 30 seconds.",
    "验证有误或已使用过。验证器应用的验证码每 30 秒更新一次",
    "驗證有誤或已使用過。驗證器應用程式的驗證碼每 30 秒更新一次",
  ),
  sign_in_expired: entry(
    403,
    "This took too long. Sign in again.",
    "登录已超时，请重新登录",
    "登入已逾時，請重新登入",
  ),
  enrolment_expired: entry(
    409,
    "Setup took too long. Start again.",
    "设置已超时，请重新开始",
    "設定已逾時，請重新開始",
  ),
  factor_missing: entry(
    409,
    "Your account doesn’t have this second factor.",
    "你的账户没有此项第二重验证",
    "你的帳戶沒有此項第二重驗證",
  ),
  last_factor: entry(
    409,
    "Operators need a second factor. Set up another one first, or replace this one.",
    "运营人员必须保留第二重验证，请先添加另一项，或直接更换",
    "營運人員必須保留第二重驗證，請先新增另一項，或直接更換",
  ),
  too_many_passkeys: entry(
    409,
    "You have reached the maximum number of passkeys. Remove one first.",
    "通行密钥数量已达上限，请先移除一个",
    "通行密鑰數量已達上限，請先移除一個",
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
    "Insufficient funds. Nothing was charged.",
    "余额不足，未扣除任何费用",
    "餘額不足，未扣除任何費用",
  ),
  card_frozen: entry(
    409,
    "This card is frozen. Unfreeze it first.",
    "卡片已冻结，请先解冻",
    "卡片已凍結，請先解凍",
  ),
  card_frozen_risk: entry(
    409,
    "This card was frozen for its safety. Check what happened, then unfreeze it.",
    "卡片因安全原因被冻结，请核实情况并先解冻",
    "卡片因安全原因被凍結，請核實情況並先解凍",
  ),
  card_frozen_verification: entry(
    409,
    "This card is on hold after too many wrong details. Confirm that it is safe, or replace it.",
    "有人多次输入错误的卡片信息，卡片已暂停使用。请确认卡片安全，或补换卡片",
    "有人多次輸入錯誤的卡片資訊，卡片已暫停使用。請確認卡片安全，或補換卡片",
  ),
  card_frozen_operator: entry(
    409,
    "This card was frozen by Tessera. Contact support.",
    "卡片已被 Tessera 冻结，请联系客服",
    "卡片已被 Tessera 凍結，請聯絡客服",
  ),
  card_closing: entry(
    409,
    "This card is closing. It is waiting for its pending payments to settle.",
    "卡片正在注销，等待待入账交易结算",
    "卡片正在註銷，等待待入帳交易結算",
  ),
  card_used: entry(
    409,
    "This single-use card has made its payment. You can transfer the rest out.",
    "该一次性卡片已使用，卡内余额可转出",
    "該一次性卡片已使用，卡內餘額可轉出",
  ),
  card_closed: entry(409, "This card is closed.", "卡片已注销", "卡片已註銷"),
  card_number_elsewhere: entry(
    409,
    "The card issuer stores this card’s number and displays it directly.",
    "该卡卡号由发卡机构保管，并由其直接展示",
    "此卡卡號由發卡機構保管，並由其直接顯示",
  ),
  card_expired: entry(
    409,
    "This card has expired. You can transfer its balance out.",
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
    "This quote has expired. Nothing was charged. Check the new quote.",
    "报价已过期，未扣除任何费用，请重新确认",
    "報價已過期，未扣除任何費用，請重新確認",
  ),
  quote_used: entry(
    409,
    "This quote was already used. Check your bills before you try again.",
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
    "This deposit can no longer be canceled.",
    "该充值已无法取消",
    "該儲值已無法取消",
  ),
  deposit_not_payable: entry(
    409,
    "This deposit no longer accepts payments.",
    "该充值不再接受付款",
    "該儲值不再接受付款",
  ),
  too_many_open_deposits: entry(
    409,
    "You have several unpaid deposits. Pay or cancel one first.",
    "你有多笔待付款的充值，请先完成或取消其中一笔",
    "你有多筆待付款的儲值，請先完成或取消其中一筆",
  ),
  authorization_closed: entry(409, "This authorization is closed.", "该授权已结束", "該授權已結束"),
  refund_reversed: entry(
    409,
    "This refund was already reversed.",
    "该退款已被撤回",
    "該退款已被撤回",
  ),
  message_id_used: entry(
    409,
    "This message ID or reference was already used for another message.",
    "该消息编号或参考号已用于其他消息",
    "該訊息編號或參考號已用於其他訊息",
  ),
  too_many_strategies: entry(
    409,
    "You have reached the maximum number of strategies. Retire one first.",
    "策略数量已达上限，请先停用一条",
    "策略數量已達上限，請先停用一條",
  ),
  strategy_retired: entry(
    409,
    "This strategy is permanently retired. Create a new one.",
    "该策略已永久停用，请新建策略",
    "該策略已永久停用，請建立新策略",
  ),
  strategy_changed: entry(
    409,
    "This strategy was changed elsewhere. Review it before you save.",
    "该策略已在别处更改，请重新查看后再保存",
    "該策略已在別處變更，請重新檢視後再儲存",
  ),
  announcement_changed: entry(
    409,
    "Someone else changed this announcement. Nothing was saved. Review their version first.",
    "该公告已被他人更改，本次未保存，请先查看对方的版本",
    "此公告已被他人變更，本次未儲存，請先檢視對方的版本",
  ),
  not_grantable: entry(
    409,
    "This payment can’t be allowed this way. See the decline reason for what to do.",
    "无法以此方式放行这笔付款，请按原因提示处理",
    "無法以此方式放行這筆付款，請依原因提示處理",
  ),
  review_decided: entry(
    409,
    "This payment was already decided, or its time has expired.",
    "该付款已处理或已超时",
    "該付款已處理或已逾時",
  ),
  practice_moved_on: entry(
    409,
    "This practice session continued in another window. Check its current state.",
    "练习已在其他窗口继续，请查看最新进度",
    "練習已在其他視窗繼續，請查看最新進度",
  ),
  practice_over: entry(
    409,
    "This practice session has ended. Start a new one.",
    "本次练习已到尽头，请重新开始",
    "本次練習已到盡頭，請重新開始",
  ),
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
    "Too many attempts. Wait a moment and try again.",
    "操作过于频繁，请稍候再试",
    "操作過於頻繁，請稍候再試",
  ),
  internal: entry(
    500,
    "Something went wrong on our side. Your money is safe. Try again later.",
    "系统出现问题，你的资金安全，请稍后再试",
    "系統發生問題，你的資金安全，請稍後再試",
  ),
} as const satisfies Record<string, CatalogEntry>;

export type ErrorCode = keyof typeof ERRORS;
