import { entry } from "./catalog-entry.ts";

/** Errors about an exchange rate or the price of an asset. */
export const RATE_ERRORS = {
  rates_unavailable: entry(
    503,
    "The rate source isn’t responding. The last rates stay in use.",
    "汇率来源暂无响应，继续使用上次的汇率",
    "匯率來源暫無回應，繼續使用上次的匯率",
  ),
  rates_not_current: entry(
    409,
    "We don’t have a current exchange rate for this. No money moved. Try again later.",
    "目前没有可用的最新汇率，无法报价，资金未发生变动，请稍后再试",
    "目前沒有可用的最新匯率，無法報價，資金未發生變動，請稍後再試",
  ),
  asset_depegged: entry(
    409,
    "The asset is too far from one dollar. No money moved. Try again once its price is stable.",
    "该币种当前价格偏离 1 美元过大，资金未发生变动，请待价格稳定后再试",
    "此幣種目前價格偏離 1 美元過大，資金未發生變動，請待價格穩定後再試",
  ),
} as const;
