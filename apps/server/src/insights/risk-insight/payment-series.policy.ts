import type { RiskAlertKind } from "@tessera/contract/authorization/risk-insight.schemas";

/** The types of series of similar payments. */
export type SeriesKind = Exclude<RiskAlertKind, "first_country" | "price_rise">;

/** Similar payments on the same card that follow one another within a duration. */
export interface PaymentSeries {
  readonly kind: SeriesKind;
  readonly withinHours: number;
  /** Whether a series consists of payments to the same merchant only. */
  readonly isPerMerchant: boolean;
}

/** The first position in a series at which a payment is counted. */
export const SERIES_FROM = 3;

/** The series that count for the score and lead to alerts. */
export const PAYMENT_SERIES: readonly PaymentSeries[] = [
  { kind: "repeated_declines", withinHours: 24, isPerMerchant: true },
  { kind: "wrong_details", withinHours: 24, isPerMerchant: false },
  { kind: "small_payments", withinHours: 1, isPerMerchant: false },
];
