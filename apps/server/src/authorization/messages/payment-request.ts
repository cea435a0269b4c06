import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { Presence } from "@tessera/contract/simulator/sandbox.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Decision, MerchantAmount } from "../decision/index.ts";

/** A callback that receives each decision and the reasons for it. */
export type Told = (decision: Decision) => void;

/** An amount as the network states it. */
export interface StatedAmount {
  /** In minor units of `currency`. */
  readonly amountMinor: bigint;
  /** The ISO 4217 code of the currency in which the merchant asks. */
  readonly currency: string;
  /**
   * The network's own amount in the card's currency. If absent for a payment in another currency,
   * we convert it.
   */
  readonly billing?: BilledAmount | undefined;
}

/** The network's amount in the card's currency, in minor units. */
interface BilledAmount {
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
}

/**
 * A network message about one card, in the form that every network's adapter produces. Its amount
 * is zero for an account verification.
 */
export interface PaymentRequest extends StatedAmount {
  readonly pan: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvv: string | undefined;
  readonly merchant: Merchant;
  /** The result of a CVV check by the issuer itself, in which case `cvv` is absent. */
  readonly cvvCheck?: "match" | "mismatch" | "not_given";
  /**
   * The message's movement id in the ledger; generated if absent. For a network that resends
   * messages, it is chosen before the first attempt, so that a resent message never moves money
   * twice.
   */
  readonly movementId?: string;
  /** Absent if the network does not send it. */
  readonly presence?: Presence | undefined;
  /** Whether the merchant accepts partial approvals. */
  readonly takesPart?: boolean | undefined;
  /** Called with each decision as it is made. The last decision applies. */
  readonly told?: Told | undefined;
  /** The payment's key in the ledger if the network sent a reference or id; see `networkKeyOf`. */
  readonly networkKey?: string | undefined;
}

/**
 * Identifies the authorization that a message refers to: by our id, the network's reference, or
 * both.
 */
export interface AuthorizationName {
  readonly authorisationId?: string | undefined;
  readonly networkReference?: string | undefined;
}

/**
 * The response to the network, in minor units of the card's currency. `movementId` identifies the
 * movement that was written, if any.
 */
export interface NetworkOutcome {
  readonly movementId: string;
  readonly approved: boolean;
  /** `approved`, `unmatched`, or a code from the decline catalog. */
  readonly code: string;
  /** The approved or moved amount; zero for a decline. */
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
  /** The approved amount in the currency in which the merchant asked, if it is another one. */
  readonly merchantAmount?: MerchantAmount | undefined;
}
