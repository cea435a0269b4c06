import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { Presence } from "@tessera/contract/simulator/sandbox.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Decision } from "../decision/index.ts";

/** Hears what was decided, and why. */
export type Told = (decision: Decision) => void;

/** A message of the network about one card, as any network's adapter hands it over. */
export interface PaymentRequest {
  readonly pan: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvv: string | undefined;
  /** Zero only asks whether the card is good. */
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
  readonly merchant: Merchant;
  /** What was found about the CVV by an issuer that keeps it to itself; `cvv` is absent then. */
  readonly cvvCheck?: "match" | "mismatch" | "not_given";
  /**
   * The id that the books know the message by, a new one where absent. A network that repeats its
   * messages chooses it before the first try, so that none moves money twice.
   */
  readonly movementId?: string;
  /** Absent where the network does not say. */
  readonly presence?: Presence | undefined;
  /** Whether the merchant takes a part of the amount where the card has no more. */
  readonly takesPart?: boolean | undefined;
  /** Told each decision as it is made; the last one stands. */
  readonly told?: Told | undefined;
  /** The payment's key in the ledger, where the network named it: see `networkKeyOf`. */
  readonly networkKey?: string | undefined;
}

/** Which authorisation a message is about: by our id, the network's reference, or both. */
export interface AuthorisationName {
  readonly authorisationId?: string | undefined;
  readonly networkReference?: string | undefined;
}

/** What the network is told. `movementId` names what was written, or nothing that exists. */
export interface NetworkOutcome {
  readonly movementId: string;
  readonly approved: boolean;
  /** `approved`, `unmatched`, or a code of the decline catalogue. */
  readonly code: string;
  /** What was approved or moved; zero for a decline. */
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
}
