import type { Locale, LocalizedText } from "@tessera/contract/errors/locales";

/** Texts of the API client, which must work even without a catalog. */
const TEXTS = {
  requestFailed: {
    en: "Request failed: {status}",
    "zh-CN": "请求失败：{status}",
    "zh-TW": "請求失敗：{status}",
  },
  network: {
    en: "Can’t reach the server. Check your connection and try again.",
    "zh-CN": "无法连接服务器，请检查网络后重试",
    "zh-TW": "無法連線到伺服器，請檢查網路後再試一次",
  },
  timeout: {
    en: "The server took too long to answer. Try again.",
    "zh-CN": "服务器响应超时，请重试",
    "zh-TW": "伺服器回應逾時，請再試一次",
  },
  unreadable: {
    en: "The server’s answer could not be read. Try again.",
    "zh-CN": "无法读取服务器的响应，请重试",
    "zh-TW": "無法讀取伺服器的回應，請再試一次",
  },
  loginFailed: {
    en: "Login failed, please try again later.",
    "zh-CN": "登录失败，请稍后重试",
    "zh-TW": "登入失敗，請稍後再試",
  },
} as const satisfies Record<string, LocalizedText>;

export type ApiTextName = keyof typeof TEXTS;

/** Returns one of the API client's texts in one language. */
export function apiText(name: ApiTextName, locale: Locale): string {
  return TEXTS[name][locale];
}
