import type { LocalizedText } from "@tessera/contract/errors/locales";

/** Titles of what is done with webhooks. */
export const WEBHOOK_TITLES = {
  "webhook.create": {
    en: "Webhook created",
    "zh-CN": "创建 Webhook",
    "zh-TW": "建立 Webhook",
  },
  "webhook.change": {
    en: "Webhook changed",
    "zh-CN": "修改 Webhook",
    "zh-TW": "變更 Webhook",
  },
  "webhook.verify": {
    en: "Webhook verified",
    "zh-CN": "验证 Webhook",
    "zh-TW": "驗證 Webhook",
  },
  "webhook.pause": {
    en: "Webhook paused",
    "zh-CN": "暂停 Webhook",
    "zh-TW": "暫停 Webhook",
  },
  "webhook.resume": {
    en: "Webhook resumed",
    "zh-CN": "恢复 Webhook",
    "zh-TW": "恢復 Webhook",
  },
  "webhook.rotate": {
    en: "Webhook secret replaced",
    "zh-CN": "更换 Webhook 密钥",
    "zh-TW": "更換 Webhook 金鑰",
  },
  "webhook.replay": {
    en: "Webhook events sent again",
    "zh-CN": "重发 Webhook 事件",
    "zh-TW": "重送 Webhook 事件",
  },
  "webhook.delete": {
    en: "Webhook deleted",
    "zh-CN": "删除 Webhook",
    "zh-TW": "刪除 Webhook",
  },
  "webhook.disable": {
    en: "Webhook disabled",
    "zh-CN": "停用 Webhook",
    "zh-TW": "停用 Webhook",
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;
