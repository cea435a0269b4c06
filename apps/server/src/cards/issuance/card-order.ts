import type { BillingAddressInput, CardUsage } from "@tessera/contract/cards/cards.schemas";
import type { NewCardCount } from "../../authorization/velocity/index.ts";
import type { CardSegmentRow } from "../../db/tables/issuing.tables.ts";
import type { Refusal } from "../../platform/http/refusal.ts";

/** A card as a customer applies for it. */
export interface ApplyInput {
  readonly customerId: string;
  readonly segmentId: string | undefined;
  readonly nickname: string | undefined;
  readonly billingAddress: "auto" | BillingAddressInput;
  readonly usage: CardUsage;
  /** The opening fee the customer was shown: a wire amount in the segment's currency. */
  readonly openingFee: string;
  readonly idempotencyKey: string;
  /** Whether people may have to look at it first; not where nobody would, such as in practice. */
  readonly mayBeReviewed: boolean;
  /** What keeps the customer from a new card; a repeat is answered all the same. */
  readonly stoppedBy?: Refusal | undefined;
  /** Who asks, for the record. */
  readonly actor: string;
  readonly requestId: string;
}

/** An application that is to be carried out. */
export interface CardOrder extends ApplyInput {
  readonly applicationId: string;
  readonly cardId: string;
  readonly segment: CardSegmentRow;
  /** The ledger's form of the client's key. */
  readonly clientKey: string;
  /** What an issuer knows the order by, whenever it is tried again: 64 hexadecimal digits. */
  readonly orderKey: string;
  /** How it is counted among the customer's new cards; absent where it was counted before. */
  readonly newCard?: NewCardCount | undefined;
  readonly now: Date;
}
