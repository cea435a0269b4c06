import type {
  CardApplication,
  CardLimits,
  CardSegment,
} from "@tessera/contract/cards/cards.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { formatAmount } from "@tessera/money";
import type { CardSegmentRow } from "../../db/tables/issuing.tables.ts";
import { wireId } from "../../platform/ids.ts";
import type { SegmentLimits } from "../issuance/index.ts";
import { type FeeSchedule, feesOfSegment } from "../pricing/index.ts";
import type { ApplicationWithSegment } from "./applications.repository.ts";

const DESCRIPTION = {
  en: "description_en",
  "zh-CN": "description_zh_cn",
  "zh-TW": "description_zh_tw",
} as const satisfies Record<Locale, keyof CardSegmentRow>;

export function presentSegment(
  segment: CardSegmentRow,
  fees: FeeSchedule,
  locale: Locale,
): CardSegment {
  const money = (amountMinor: bigint) => formatAmount(amountMinor, segment.currency);
  const charged = feesOfSegment(fees, segment);
  return {
    id: wireId("seg", segment.id),
    network: segment.network,
    bin: segment.bin,
    type: segment.type,
    currency: segment.currency,
    openingFee: money(charged.cardOpeningFeeMinor),
    depositFeeBasisPoints: charged.cardDepositBasisPoints,
    limits: presentLimits(segment).limits,
    inStock: segment.stock > 0,
    description: segment[DESCRIPTION[locale]],
  };
}

export function presentLimits(segment: SegmentLimits): CardLimits {
  const { type, currency } = segment;
  const money = (amountMinor: bigint) => formatAmount(amountMinor, currency);
  return {
    type,
    currency,
    limits: {
      perTransaction: money(segment.per_transaction_limit_minor),
      daily: money(segment.daily_limit_minor),
      monthly: money(segment.monthly_limit_minor),
    },
  };
}

export function presentApplication(application: ApplicationWithSegment): CardApplication {
  return {
    id: wireId("app", application.id),
    segmentId: wireId("seg", application.segment_id),
    network: application.network,
    type: application.type,
    currency: application.currency,
    nickname: application.nickname,
    openingFee: formatAmount(application.opening_fee_minor, application.currency),
    status: application.status,
    ...(application.card_id === null ? {} : { cardId: wireId("card", application.card_id) }),
    createdAt: application.created_at.toISOString(),
  };
}
