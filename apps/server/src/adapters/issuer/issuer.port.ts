import type { CardNetwork } from "@tessera/contract/cards/cards.schemas";
import type { CurrencyCode } from "@tessera/money";
import type {
  Holder,
  HolderFacts,
  HolderRequirements,
  StoredBillingAddress,
} from "./holder-facts.ts";
import type { CardLimits } from "./spending-controls.policy.ts";

/** A request to issue a card. */
export interface IssueRequest {
  /** The id of the card application, which is different for every attempt. */
  readonly requestId: string;
  /** Identifies the customer's order and stays the same across retries: 64 hexadecimal digits. */
  readonly orderKey: string;
  /** Starts at 0 and is incremented if the issued PAN turns out to be taken. */
  readonly attempt: number;
  readonly network: CardNetwork;
  /** The first six to eight digits of the PAN. */
  readonly bin: string;
  readonly currency: CurrencyCode;
  readonly limits: CardLimits;
  /**
   * The customer's choice. An issuer that has the cardholder's address uses that address instead.
   */
  readonly billingAddress: StoredBillingAddress;
  /** The cardholder; null if the issuer needs no facts. */
  readonly holder: Holder | null;
  readonly issuedAt: Date;
}

interface IssuedFace {
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  /** The address that the issuer uses for address verification. */
  readonly billingAddress: StoredBillingAddress;
}

/** A card with its PAN, which goes into the vault. */
export interface IssuedNumber extends IssuedFace {
  readonly kind: "number";
  readonly pan: string;
}

/** A card whose PAN the issuer stores. */
export interface IssuedElsewhere extends IssuedFace {
  readonly kind: "elsewhere";
  /** The issuer that stores the PAN, and the issuer's id for the card. */
  readonly issuer: "stripe";
  readonly issuerCardId: string;
}

export type IssuedCard = IssuedNumber | IssuedElsewhere;

/**
 * An issuer that gives Tessera the PANs. The same `requestId` and `attempt` always return the same
 * card. A lost response does no harm, since the opening fee is taken in the transaction that stores
 * the card, and a PAN that was not stored is never used.
 */
interface NumbersIssuer {
  readonly kind: "numbers";
  readonly name: string;
  readonly holderRequirements: HolderRequirements;
  issue(request: IssueRequest): Promise<IssuedNumber>;
}

/**
 * An issuer that stores the PANs itself and shows them to cardholders in its own browser elements.
 * The same `orderKey` always returns the same card, which is inactive until it is stored.
 */
interface ElementsIssuer {
  readonly kind: "elements";
  readonly name: string;
  readonly holderRequirements: HolderRequirements;
  /**
   * Rejects a cardholder who cannot get a card in a currency. Called before any other step.
   *
   * @throws Refusal `card_not_issued`, `holder_country_not_served`
   */
  requireServed(currency: CurrencyCode, facts: HolderFacts): void;
  /**
   * Issues a card.
   *
   * @throws Refusal `issuer_unavailable` if there was no response, in which case a retry is safe;
   * `holder_facts_refused`, `holder_under_review`, `holder_refused`, `card_not_issued`
   */
  issue(request: IssueRequest): Promise<IssuedElsewhere>;
}

/** An issuer of cards. The two types differ in who stores the PANs. */
export type IssuerPort = NumbersIssuer | ElementsIssuer;
