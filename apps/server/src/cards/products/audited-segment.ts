import type { WrittenSegment } from "./check-segment.ts";

/** Returns the audit data of a card product. */
export function auditedSegment(
  row: WrittenSegment,
): Record<string, string | number | boolean | null> {
  return {
    network: row.network,
    bin: row.bin,
    type: row.type,
    currency: row.currency,
    perTransactionLimitMinor: row.per_transaction_limit_minor.toString(),
    dailyLimitMinor: row.daily_limit_minor.toString(),
    monthlyLimitMinor: row.monthly_limit_minor.toString(),
    "name.en": row.description_en,
    "name.zh-CN": row.description_zh_cn,
    "name.zh-TW": row.description_zh_tw,
    open: row.active,
    openingFeeMinor: row.opening_fee_minor?.toString() ?? null,
    depositFeeBasisPoints: row.deposit_basis_points,
  };
}
