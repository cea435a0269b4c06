import type { BillingAddress, BillingAddressInput } from "@tessera/contract/cards/cards.schemas";
import type { HolderFact } from "@tessera/contract/cards/holder.schemas";

/** A cardholder's acceptance of an issuer's terms. */
export interface AcceptedTerms {
  readonly url: string;
  /** RFC 3339. */
  readonly acceptedAt: string;
  readonly ip: string;
}

/** The known facts about a cardholder. */
export interface HolderFacts {
  readonly legalName?: { readonly first: string; readonly last: string };
  /** A calendar day, such as `1990-04-23`. */
  readonly birthDate?: string;
  readonly address?: BillingAddressInput;
  /** E.164. */
  readonly phone?: string;
  readonly acceptTerms?: AcceptedTerms;
}

/**
 * A card's billing address as stored with the card. The cardholder's own address is stored only
 * with the sealed facts.
 */
export type StoredBillingAddress =
  | (Omit<BillingAddress, "assignment"> & {
      readonly assignment: Exclude<BillingAddress["assignment"], "holder">;
    })
  | { readonly assignment: "holder" };

/** A customer as a cardholder, with every fact required by the issuer. */
export interface Holder {
  readonly customerId: string;
  /** The version number of the facts, starting at 1. */
  readonly revision: number;
  readonly facts: HolderFacts;
}

/** An issuer's requirements for its cardholders. */
export interface HolderRequirements {
  /** Facts that the issuer needs in order to issue a card. May be empty. */
  readonly facts: readonly HolderFact[];
  /** In years. */
  readonly minimumAge: number;
  /** The URL of the issuer's terms, which must be accepted if `acceptTerms` is among the facts. */
  readonly termsUrl: string | null;
}

/** The requirements of an issuer that needs no facts. */
export const NO_REQUIREMENTS: HolderRequirements = { facts: [], minimumAge: 0, termsUrl: null };
