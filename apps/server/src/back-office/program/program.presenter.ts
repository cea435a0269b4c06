import type {
  FeePreview,
  FeeStatus,
  FeeVersion,
  ProgramSegment,
  WireSettings,
} from "@tessera/contract/back-office/program.schemas";
import { CURRENCIES, formatAmount } from "@tessera/money";
import type { ExampleTerms, FeeRecord } from "../../cards/pricing/index.ts";
import {
  type FeeSchedule,
  feesOfSegment,
  foreignBufferOf,
  foreignMarkupOf,
  type OpeningFees,
  openingFeesOf,
} from "../../cards/pricing/index.ts";
import type { CountedSegment } from "../../cards/products/index.ts";
import type { ProgramSettingRow } from "../../db/tables/program.tables.ts";
import { wireId } from "../../platform/ids.ts";
import { settingsOf } from "./program-settings.ts";

/** Presents a card product, with its charges under the current fees. */
export function presentSegment(segment: CountedSegment, fees: FeeSchedule): ProgramSegment {
  const money = (amountMinor: bigint) => formatAmount(amountMinor, segment.currency);
  const charged = feesOfSegment(fees, segment);
  const { opening_fee_minor: ownFee } = segment;
  return {
    id: wireId("seg", segment.id),
    network: segment.network,
    bin: segment.bin,
    type: segment.type,
    currency: segment.currency,
    names: {
      en: segment.description_en,
      "zh-CN": segment.description_zh_cn,
      "zh-TW": segment.description_zh_tw,
    },
    limits: {
      perTransaction: money(segment.per_transaction_limit_minor),
      daily: money(segment.daily_limit_minor),
      monthly: money(segment.monthly_limit_minor),
    },
    openingFee: ownFee === null ? null : money(ownFee),
    depositFeeBasisPoints: segment.deposit_basis_points,
    charged: {
      openingFee: money(charged.cardOpeningFeeMinor),
      depositFeeBasisPoints: charged.cardDepositBasisPoints,
    },
    stock: segment.stock,
    issued: segment.issued,
    open: segment.active,
    revision: segment.revision,
    changedBy: segment.changed_by,
    changedAt: segment.changed_at.toISOString(),
  };
}

export function presentFees(fees: FeeRecord, status: FeeStatus): FeeVersion {
  const { cancelled_by: by, cancelled_at: at } = fees;
  return {
    version: fees.version,
    status,
    effectiveFrom: fees.effective_from.toISOString(),
    cardOpeningFees: presentOpeningFees(openingFeesOf(fees)),
    cardDepositBasisPoints: fees.card_deposit_basis_points,
    withdrawalBasisPoints: fees.withdrawal_basis_points,
    foreignMarkupBasisPoints: foreignMarkupOf(fees),
    foreignBufferBasisPoints: foreignBufferOf(fees),
    publishedBy: fees.published_by,
    publishedAt: fees.created_at.toISOString(),
    cancelled: by === null || at === null ? null : { by, at: at.toISOString() },
  };
}

function presentOpeningFees(fees: OpeningFees): FeeVersion["cardOpeningFees"] {
  return CURRENCIES.map((currency) => ({
    currency,
    amount: formatAmount(fees[currency], currency),
  }));
}

export function presentExamples(terms: ExampleTerms): FeePreview["before"] {
  const money = (amountMinor: bigint) => formatAmount(amountMinor, "USD");
  const charges = (list: ExampleTerms["deposits"]) =>
    list.map(({ amountMinor, feeMinor, totalMinor }) => ({
      amount: money(amountMinor),
      fee: money(feeMinor),
      total: money(totalMinor),
    }));
  return {
    cardOpeningFees: presentOpeningFees(terms.openingFees),
    deposits: charges(terms.deposits),
    withdrawals: charges(terms.withdrawals),
  };
}

export function presentSettings(row: ProgramSettingRow): WireSettings {
  const { version, withdrawal, application, correction, tries, exchange } = settingsOf(row);
  const usd = (amountMinor: bigint) => formatAmount(amountMinor, "USD");
  return {
    version,
    withdrawal: {
      reviewAbove: usd(withdrawal.reviewAboveMinor),
      twoAbove: usd(withdrawal.twoAboveMinor),
      dayLimitWithoutFactor: usd(withdrawal.dayLimitWithoutFactorMinor),
      dayLimit: usd(withdrawal.dayLimitMinor),
    },
    application: { reviewAbove: usd(application.reviewAboveMinor) },
    correction: { maxAmount: usd(correction.maxAmountMinor) },
    tries: { ...tries },
    exchange: {
      spreadBasisPoints: exchange.spreadBasisPoints,
      positionLimit: usd(exchange.positionLimitMinor),
    },
    changedBy: row.changed_by,
    changedAt: row.changed_at.toISOString(),
  };
}
