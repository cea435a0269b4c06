import type { LocalizedText } from "@tessera/contract/errors/locales";

/** Titles of what is done with webhook endpoints. */
export const WEBHOOK_TITLES = {
  "webhook.create": {
    en: "Webhook endpoint created",
    "zh-CN": "创建 Webhook 端点",
    "zh-TW": "建立 Webhook 端點",
  },
  "webhook.change": {
    en: "Webhook endpoint changed",
    "zh-CN": "修改 Webhook 端点",
    "zh-TW": "變更 Webhook 端點",
  },
  "webhook.verify": {
    en: "Webhook endpoint verified",
    "zh-CN": "验证 Webhook 端点",
    "zh-TW": "驗證 Webhook 端點",
  },
  "webhook.pause": {
    en: "Webhook endpoint paused",
    "zh-CN": "暂停 Webhook 端点",
    "zh-TW": "暫停 Webhook 端點",
  },
  "webhook.resume": {
    en: "Webhook endpoint resumed",
    "zh-CN": "恢复 Webhook 端点",
    "zh-TW": "恢復 Webhook 端點",
  },
  "webhook.rotate": {
    en: "Webhook secret replaced",
    "zh-CN": "轮换 Webhook 密钥",
    "zh-TW": "輪替 Webhook 金鑰",
  },
  "webhook.replay": {
    en: "Webhook events sent again",
    "zh-CN": "重发 Webhook 事件",
    "zh-TW": "重送 Webhook 事件",
  },
  "webhook.delete": {
    en: "Webhook endpoint deleted",
    "zh-CN": "删除 Webhook 端点",
    "zh-TW": "刪除 Webhook 端點",
  },
  "webhook.disable": {
    en: "Webhook endpoint disabled",
    "zh-CN": "停用 Webhook 端点",
    "zh-TW": "停用 Webhook 端點",
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;
