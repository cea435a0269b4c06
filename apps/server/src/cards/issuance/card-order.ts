import type { BillingAddressInput, CardUsage } from "@tessera/contract/cards/cards.schemas";
import type { NewCardCount } from "../../authorization/velocity/index.ts";
import type { CardSegmentRow } from "../../db/tables/issuing.tables.ts";
import type { Refusal } from "../../platform/http/refusal.ts";

/** A customer's application for a card. */
export interface ApplyInput {
  readonly customerId: string;
  readonly segmentId: string | undefined;
  readonly nickname: string | undefined;
  readonly billingAddress: "auto" | BillingAddressInput;
  readonly usage: CardUsage;
  /** The opening fee shown to the customer, as a decimal amount in the segment's currency. */
  readonly openingFee: string;
  readonly idempotencyKey: string;
  /** Whether a review may be required. False if there are no reviewers, as in the simulator. */
  readonly mayBeReviewed: boolean;
  /**
   * The reason why new cards are blocked. A retry of an earlier call still gets its original
   * response.
   */
  readonly stoppedBy?: Refusal | undefined;
  /** The applicant, for the audit log. */
  readonly actor: string;
  readonly requestId: string;
}

/** An application ready to be issued. */
export interface CardOrder extends ApplyInput {
  readonly applicationId: string;
  readonly cardId: string;
  readonly segment: CardSegmentRow;
  /** The idempotency key in the ledger's format. */
  readonly clientKey: string;
  /**
   * The issuer's idempotency key for the order: 64 hexadecimal digits, the same for every retry.
   */
  readonly orderKey: string;
  /** How the order counts toward the limit on new cards; absent if it has already been counted. */
  readonly newCard?: NewCardCount | undefined;
  /** The purchase mandate whose merchant is the only one that the card pays. */
  readonly mandate?: {
    readonly id: string;
    readonly merchantKey: string;
    readonly merchantName: string;
  };
  readonly now: Date;
}
