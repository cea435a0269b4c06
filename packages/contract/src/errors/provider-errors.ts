import { entry } from "./catalog-entry.ts";

/** Errors when an external provider is not configured or does not respond. */
export const PROVIDER_ERRORS = {
  not_offered: entry(
    409,
    "This isn’t offered here. Nothing was changed. Contact support if you need it.",
    "此处不提供该服务，未作任何更改；如有需要，请联系客服",
    "此處不提供該服務，未作任何變更；如有需要，請聯絡客服",
  ),
  deposit_not_watched: entry(
    409,
    "We no longer monitor this address. Start a new deposit, or contact support.",
    "该充值地址已不再受监控，请勿向其付款，请重新发起充值；如已付款，请联系客服",
    "此儲值地址已不再受監控，請勿向其付款，請重新發起儲值；如已付款，請聯絡客服",
  ),
  provider_unavailable: entry(
    503,
    "A provider didn’t respond. Nothing was changed. Try again in a few minutes.",
    "相关服务暂无响应，未作任何更改，请几分钟后再试",
    "相關服務暫無回應，未作任何變更，請幾分鐘後再試",
  ),
} as const;
