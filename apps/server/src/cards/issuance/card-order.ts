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
  /** The opening fee the customer was shown: a decimal amount in the segment's currency. */
  readonly openingFee: string;
  readonly idempotencyKey: string;
  /** Whether it may need a review; false where there are no reviewers, such as in the simulator. */
  readonly mayBeReviewed: boolean;
  /** What blocks a new card; a retry of an earlier call still returns its response. */
  readonly stoppedBy?: Refusal | undefined;
  /** Who applies, for the audit log. */
  readonly actor: string;
  readonly requestId: string;
}

/** An application to be issued. */
export interface CardOrder extends ApplyInput {
  readonly applicationId: string;
  readonly cardId: string;
  readonly segment: CardSegmentRow;
  /** The ledger's form of the idempotency key. */
  readonly clientKey: string;
  /** The issuer's idempotency key of the order, the same for every retry: 64 hexadecimal digits. */
  readonly orderKey: string;
  /** How the order counts toward the customer's new cards; absent if it was counted before. */
  readonly newCard?: NewCardCount | undefined;
  readonly now: Date;
}
