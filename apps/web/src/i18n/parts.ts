import type { Loaders } from "./loaders.ts";

/**
 * Texts that load with a part of the console rather than with the first page. This list itself also
 * loads later.
 */
export const PARTS = {
  risk: {
    en: () => import("./locales/risk/en.po"),
    "zh-CN": () => import("./locales/risk/zh-CN.po"),
    "zh-TW": () => import("./locales/risk/zh-TW.po"),
  },
  companies: {
    en: () => import("./locales/companies/en.po"),
    "zh-CN": () => import("./locales/companies/zh-CN.po"),
    "zh-TW": () => import("./locales/companies/zh-TW.po"),
  },
  reviews: {
    en: () => import("./locales/reviews/en.po"),
    "zh-CN": () => import("./locales/reviews/zh-CN.po"),
    "zh-TW": () => import("./locales/reviews/zh-TW.po"),
  },
  insight: {
    en: () => import("./locales/insight/en.po"),
    "zh-CN": () => import("./locales/insight/zh-CN.po"),
    "zh-TW": () => import("./locales/insight/zh-TW.po"),
  },
  practice: {
    en: () => import("./locales/practice/en.po"),
    "zh-CN": () => import("./locales/practice/zh-CN.po"),
    "zh-TW": () => import("./locales/practice/zh-TW.po"),
  },
  "my-data": {
    en: () => import("./locales/my-data/en.po"),
    "zh-CN": () => import("./locales/my-data/zh-CN.po"),
    "zh-TW": () => import("./locales/my-data/zh-TW.po"),
  },
  "api-keys": {
    en: () => import("./locales/api-keys/en.po"),
    "zh-CN": () => import("./locales/api-keys/zh-CN.po"),
    "zh-TW": () => import("./locales/api-keys/zh-TW.po"),
  },
  receipts: {
    en: () => import("./locales/receipts/en.po"),
    "zh-CN": () => import("./locales/receipts/zh-CN.po"),
    "zh-TW": () => import("./locales/receipts/zh-TW.po"),
  },
  reconciliation: {
    en: () => import("./locales/reconciliation/en.po"),
    "zh-CN": () => import("./locales/reconciliation/zh-CN.po"),
    "zh-TW": () => import("./locales/reconciliation/zh-TW.po"),
  },
  logs: {
    en: () => import("./locales/logs/en.po"),
    "zh-CN": () => import("./locales/logs/zh-CN.po"),
    "zh-TW": () => import("./locales/logs/zh-TW.po"),
  },
  announcements: {
    en: () => import("./locales/announcements/en.po"),
    "zh-CN": () => import("./locales/announcements/zh-CN.po"),
    "zh-TW": () => import("./locales/announcements/zh-TW.po"),
  },
  support: {
    en: () => import("./locales/support/en.po"),
    "zh-CN": () => import("./locales/support/zh-CN.po"),
    "zh-TW": () => import("./locales/support/zh-TW.po"),
  },
  legal: {
    en: () => import("./locales/legal/en.po"),
    "zh-CN": () => import("./locales/legal/zh-CN.po"),
    "zh-TW": () => import("./locales/legal/zh-TW.po"),
  },
  status: {
    en: () => import("./locales/status/en.po"),
    "zh-CN": () => import("./locales/status/zh-CN.po"),
    "zh-TW": () => import("./locales/status/zh-TW.po"),
  },
  programme: {
    en: () => import("./locales/programme/en.po"),
    "zh-CN": () => import("./locales/programme/zh-CN.po"),
    "zh-TW": () => import("./locales/programme/zh-TW.po"),
  },
  customers: {
    en: () => import("./locales/customers/en.po"),
    "zh-CN": () => import("./locales/customers/zh-CN.po"),
    "zh-TW": () => import("./locales/customers/zh-TW.po"),
  },
  operators: {
    en: () => import("./locales/operators/en.po"),
    "zh-CN": () => import("./locales/operators/zh-CN.po"),
    "zh-TW": () => import("./locales/operators/zh-TW.po"),
  },
  "manage-operators": {
    en: () => import("./locales/manage-operators/en.po"),
    "zh-CN": () => import("./locales/manage-operators/zh-CN.po"),
    "zh-TW": () => import("./locales/manage-operators/zh-TW.po"),
  },
  invitation: {
    en: () => import("./locales/invitation/en.po"),
    "zh-CN": () => import("./locales/invitation/zh-CN.po"),
    "zh-TW": () => import("./locales/invitation/zh-TW.po"),
  },
  table: {
    en: () => import("./locales/table/en.po"),
    "zh-CN": () => import("./locales/table/zh-CN.po"),
    "zh-TW": () => import("./locales/table/zh-TW.po"),
  },
  bank: {
    en: () => import("./locales/bank/en.po"),
    "zh-CN": () => import("./locales/bank/zh-CN.po"),
    "zh-TW": () => import("./locales/bank/zh-TW.po"),
  },
  withdrawals: {
    en: () => import("./locales/withdrawals/en.po"),
    "zh-CN": () => import("./locales/withdrawals/zh-CN.po"),
    "zh-TW": () => import("./locales/withdrawals/zh-TW.po"),
  },
  exchange: {
    en: () => import("./locales/exchange/en.po"),
    "zh-CN": () => import("./locales/exchange/zh-CN.po"),
    "zh-TW": () => import("./locales/exchange/zh-TW.po"),
  },
  "account-closing": {
    en: () => import("./locales/account-closing/en.po"),
    "zh-CN": () => import("./locales/account-closing/zh-CN.po"),
    "zh-TW": () => import("./locales/account-closing/zh-TW.po"),
  },
  "email-change": {
    en: () => import("./locales/email-change/en.po"),
    "zh-CN": () => import("./locales/email-change/zh-CN.po"),
    "zh-TW": () => import("./locales/email-change/zh-TW.po"),
  },
  factors: {
    en: () => import("./locales/factors/en.po"),
    "zh-CN": () => import("./locales/factors/zh-CN.po"),
    "zh-TW": () => import("./locales/factors/zh-TW.po"),
  },
  "card-settings": {
    en: () => import("./locales/card-settings/en.po"),
    "zh-CN": () => import("./locales/card-settings/zh-CN.po"),
    "zh-TW": () => import("./locales/card-settings/zh-TW.po"),
  },
  verification: {
    en: () => import("./locales/verification/en.po"),
    "zh-CN": () => import("./locales/verification/zh-CN.po"),
    "zh-TW": () => import("./locales/verification/zh-TW.po"),
  },
  holder: {
    en: () => import("./locales/holder/en.po"),
    "zh-CN": () => import("./locales/holder/zh-CN.po"),
    "zh-TW": () => import("./locales/holder/zh-TW.po"),
  },
} as const satisfies Readonly<Record<string, Loaders>>;
