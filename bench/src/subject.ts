import type { AccountId } from "@tessera/ledger";

/** A customer in the load, with an account, a card account and the card's identifiers. */
export interface Subject {
  readonly customerId: string;
  readonly cardId: string;
  readonly account: AccountId;
  readonly card: AccountId;
}
