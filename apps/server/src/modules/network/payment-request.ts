import type { Merchant } from "@tessera/contract/bills/bills.schemas";
import type { CurrencyCode } from "@tessera/money";

/** A message of the network about one card, as any network's adapter hands it over. */
export interface PaymentRequest {
  readonly pan: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvv: string | undefined;
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
  readonly merchant: Merchant;
}

/** What the network is told. `movementId` names what was written, or nothing that exists. */
export interface NetworkOutcome {
  readonly movementId: string;
  readonly approved: boolean;
  /** `approved`, or a code of the decline catalogue. */
  readonly code: string;
  /** What was approved or moved; zero for a decline. */
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
}
