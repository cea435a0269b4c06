import type { LocalizedText } from "@tessera/contract/errors/locales";

/** Titles of sign-ins, and of what is done with API keys and receipts. */
export const ACCESS_TITLES = {
  signed_in: { en: "Signed in", "zh-CN": "登录", "zh-TW": "登入" },
  sign_in_failed: { en: "Wrong password", "zh-CN": "密码错误", "zh-TW": "密碼錯誤" },
  sign_in_delayed: {
    en: "Sign-in delayed after wrong passwords",
    "zh-CN": "密码多次错误，登录暂缓",
    "zh-TW": "密碼多次錯誤，登入暫緩",
  },
  signed_out: { en: "Signed out", "zh-CN": "退出登录", "zh-TW": "登出" },
  sessions_ended: { en: "Devices signed out", "zh-CN": "让设备退出登录", "zh-TW": "將裝置登出" },
  "api_key.create": { en: "API key created", "zh-CN": "创建 API 密钥", "zh-TW": "建立 API 金鑰" },
  "api_key.rotate": { en: "API key replaced", "zh-CN": "更换 API 密钥", "zh-TW": "更換 API 金鑰" },
  "api_key.revoke": { en: "API key revoked", "zh-CN": "吊销 API 密钥", "zh-TW": "撤銷 API 金鑰" },
  "receipt.delete": { en: "Receipt deleted", "zh-CN": "删除收据", "zh-TW": "刪除收據" },
  "api_key.exposed": {
    en: "API key revoked after it was sent in a URL",
    "zh-CN": "API 密钥出现在网址中，已吊销",
    "zh-TW": "API 金鑰出現在網址中，已撤銷",
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;
