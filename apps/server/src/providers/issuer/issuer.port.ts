import type { CardNetwork } from "@tessera/contract/cards/cards.schemas";

/** What is asked of an issuer. The same `requestId` and `attempt` always give the same card. */
export interface IssueRequest {
  /** Id of the card application. */
  readonly requestId: string;
  /** Counts up from 0 when an issued number turns out to be taken. */
  readonly attempt: number;
  readonly network: CardNetwork;
  /** Six to eight digits that the number starts with. */
  readonly bin: string;
  readonly issuedAt: Date;
}

export interface IssuedCard {
  readonly pan: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

/**
 * Makes cards. An answer costs nothing until a card is kept: the opening fee is taken and the card
 * stored together, and a number that was not kept is simply never used.
 */
export interface IssuerPort {
  readonly name: string;
  issue(request: IssueRequest): Promise<IssuedCard>;
}
