import type { SegmentInput } from "@tessera/contract/back-office/program.schemas";
import type { SegmentRow } from "../../db/tables/program.tables.ts";
import { amountOf, openingFeeOf, refusedField } from "../pricing/index.ts";

/** The fields of a card product that operators can edit. */
export type WrittenSegment = Omit<
  SegmentRow,
  "id" | "position" | "stock" | "revision" | "changed_by" | "changed_at" | "client_key"
>;

/**
 * Checks an operator's input and converts it to a card product as stored.
 *
 * @throws Refusal `invalid_input` if its limits contradict one another or its fee is too high
 */
export function checkSegment(input: SegmentInput): WrittenSegment {
  const { currency, limits, openingFee, names } = input;
  const perTransaction = amountOf(limits.perTransaction, currency, "limits.perTransaction");
  const daily = amountOf(limits.daily, currency, "limits.daily");
  const monthly = amountOf(limits.monthly, currency, "limits.monthly");
  if (daily < perTransaction) {
    throw refusedField("limits.daily", "contradiction");
  }
  if (monthly < daily) {
    throw refusedField("limits.monthly", "contradiction");
  }
  return {
    network: input.network,
    bin: input.bin,
    type: input.type,
    currency,
    per_transaction_limit_minor: perTransaction,
    daily_limit_minor: daily,
    monthly_limit_minor: monthly,
    description_en: names.en,
    description_zh_cn: names["zh-CN"],
    description_zh_tw: names["zh-TW"],
    active: input.open,
    opening_fee_minor:
      openingFee === null ? null : openingFeeOf(openingFee, currency, "openingFee"),
    deposit_basis_points: input.depositFeeBasisPoints,
  };
}
