import type { RiskAlertKind } from "@tessera/contract/authorization/risk-insight.schemas";

/** The types of series of similar payments. */
export type SeriesKind = Exclude<RiskAlertKind, "first_country" | "price_rise">;

/** Similar payments on the same card that follow one another within a duration. */
export interface PaymentSeries {
  readonly kind: SeriesKind;
  readonly withinHours: number;
  /** Whether a series consists only of payments to the same merchant. */
  readonly isPerMerchant: boolean;
}

/** The position in a series from which payments are counted. */
export const SERIES_FROM = 3;

/** The series that count toward the score and trigger alerts. */
export const PAYMENT_SERIES: readonly PaymentSeries[] = [
  { kind: "repeated_declines", withinHours: 24, isPerMerchant: true },
  { kind: "wrong_details", withinHours: 24, isPerMerchant: false },
  { kind: "small_payments", withinHours: 1, isPerMerchant: false },
];
