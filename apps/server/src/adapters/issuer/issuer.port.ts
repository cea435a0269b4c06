import type { CardNetwork } from "@tessera/contract/cards/cards.schemas";
import type { CurrencyCode } from "@tessera/money";
import type {
  Holder,
  HolderFacts,
  HolderRequirements,
  StoredBillingAddress,
} from "./holder-facts.ts";
import type { CardLimits } from "./spending-controls.policy.ts";

/** What is asked of an issuer. */
export interface IssueRequest {
  /** Id of the card application; another one at every try. */
  readonly requestId: string;
  /** Names what the customer asked for, 64 hexadecimal digits: the same at every try. */
  readonly orderKey: string;
  /** Counts up from 0 when an issued number turns out to be taken. */
  readonly attempt: number;
  readonly network: CardNetwork;
  /** Six to eight digits that the number starts with. */
  readonly bin: string;
  readonly currency: CurrencyCode;
  readonly limits: CardLimits;
  /** The customer's choice; an issuer that has the holder's address uses that instead. */
  readonly billingAddress: StoredBillingAddress;
  /** The cardholder; null if the issuer needs no facts. */
  readonly holder: Holder | null;
  readonly issuedAt: Date;
}

interface IssuedFace {
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  /** The address that the issuer compares in merchants' address checks. */
  readonly billingAddress: StoredBillingAddress;
}

/** A card with its number, which goes into the vault. */
export interface IssuedNumber extends IssuedFace {
  readonly kind: "number";
  readonly pan: string;
}

/** A card whose number the issuer keeps. */
export interface IssuedElsewhere extends IssuedFace {
  readonly kind: "elsewhere";
  /** Who keeps it, and what it calls the card. */
  readonly issuer: "stripe";
  readonly issuerCardId: string;
}

export type IssuedCard = IssuedNumber | IssuedElsewhere;

/**
 * Gives Tessera its cards' numbers. The same `requestId` and `attempt` always give the same card.
 * An answer costs nothing until a card is kept: the opening fee is taken and the card stored
 * together, and a number that was not kept is simply never used.
 */
interface NumbersIssuer {
  readonly kind: "numbers";
  readonly name: string;
  readonly holderRequirements: HolderRequirements;
  issue(request: IssueRequest): Promise<IssuedNumber>;
}

/**
 * Keeps the numbers and shows them to their owners itself, in elements of its own in the browser.
 * The same `orderKey` always gives the same card, and none works before it was kept.
 */
interface ElementsIssuer {
  readonly kind: "elements";
  readonly name: string;
  readonly holderRequirements: HolderRequirements;
  /**
   * Refuses a holder who cannot get a card in a currency, before anything else is done.
   *
   * @throws Refusal `card_not_issued`, `holder_country_not_served`
   */
  requireServed(currency: CurrencyCode, facts: HolderFacts): void;
  /**
   * @throws Refusal `issuer_unavailable` if no response came; a retry is safe.
   * `holder_facts_refused`, `holder_under_review`, `holder_refused`, `card_not_issued`
   */
  issue(request: IssueRequest): Promise<IssuedElsewhere>;
}

/** Makes cards. Who sees their numbers is what divides issuers. */
export type IssuerPort = NumbersIssuer | ElementsIssuer;
