import { entry } from "./catalog-entry.ts";

/** Errors for requests that match no endpoint in the contract. */
export const REQUEST_ERRORS = {
  method_not_allowed: entry(
    405,
    "This address does not support this method. The Allow header lists the ones it supports.",
    "此地址不支持该请求方法，请使用 Allow 标头所列的方法",
    "此位址不支援該請求方法，請使用 Allow 標頭所列的方法",
  ),
} as const;
