import { type CatalogEntry, entry } from "./catalog-entry.ts";

/** Errors of calls that are made with an API key, and of calls that manage keys. */
export const API_KEY_ERRORS = {
  api_key_in_url: entry(
    400,
    "An API key belongs in the Authorization header. A key in a URL is revoked.",
    "API 密钥须放在 Authorization 请求头中，出现在网址中的密钥会被吊销",
    "API 金鑰須放在 Authorization 標頭中，出現在網址中的金鑰會被撤銷",
  ),
  api_key_required: entry(
    401,
    "Send an API key in the Authorization header. Create one in Tessera, under Profile.",
    "请在 Authorization 请求头中发送 API 密钥，可在 Tessera 的“我的”中创建",
    "請在 Authorization 標頭中傳送 API 金鑰，可在 Tessera 的「我的」中建立",
  ),
  api_key_not_accepted: entry(
    403,
    "This call can’t be made with an API key.",
    "此接口不接受 API 密钥",
    "此介面不接受 API 金鑰",
  ),
  api_key_scope_missing: entry(
    403,
    "This API key lacks the scope for this call. Create a key that has it.",
    "该 API 密钥没有此接口的权限，请新建具备该权限的密钥",
    "該 API 金鑰沒有此介面的權限，請建立具備該權限的金鑰",
  ),
  api_key_address_refused: entry(
    403,
    "This API key can’t be used from this address. Call from one on its list.",
    "该 API 密钥不能在此地址使用，请从其允许的地址调用",
    "該 API 金鑰不能在此位址使用，請從其允許的位址呼叫",
  ),
  api_key_ceiling_exceeded: entry(
    403,
    "The amount is above this API key’s ceiling, so nothing was charged. Send less.",
    "金额超过该 API 密钥的限额，未扣款，请减少金额",
    "金額超過該 API 金鑰的限額，未扣款，請減少金額",
  ),
  approval_required: entry(
    403,
    "This call needs a person. Sign in to Tessera and confirm it there.",
    "此操作须由本人确认，请登录 Tessera 后操作",
    "此操作須由本人確認，請登入 Tessera 後操作",
  ),
  api_key_over: entry(
    409,
    "This API key has expired or was revoked. Create a new one.",
    "该 API 密钥已过期或已吊销，请新建密钥",
    "該 API 金鑰已過期或已撤銷，請建立新的金鑰",
  ),
  too_many_api_keys: entry(
    409,
    "You have 20 API keys in use. Revoke one first.",
    "使用中的 API 密钥已达 20 个，请先吊销一个",
    "使用中的 API 金鑰已達 20 個，請先撤銷一個",
  ),
} as const satisfies Readonly<Record<string, CatalogEntry>>;
