import type { BillingAddressInput } from "@tessera/contract/cards/cards.schemas";
import type Stripe from "stripe";
import type { Holder, HolderFacts } from "../holder-facts.ts";

/** Maximum number of characters of a name printed on a card. */
const PRINTED_LENGTH = 24;

/**
 * Returns a name as printed on a card: at most 24 letters without accents. If the full name is too
 * long, shortens the first name to its initial.
 */
export function printedName({ first, last }: NonNullable<HolderFacts["legalName"]>): string {
  const [given, family] = [plainLetters(first), plainLetters(last)];
  const whole = `${given} ${family}`;
  const short = `${given.slice(0, 1)} ${family}`;
  return (whole.length <= PRINTED_LENGTH ? whole : short).slice(0, PRINTED_LENGTH).trim();
}

function plainLetters(name: string): string {
  return name
    .replaceAll("ß", "ss")
    .replaceAll(/[æÆ]/g, "ae")
    .replaceAll(/[øØ]/g, "o")
    .replaceAll(/[łŁ]/g, "l")
    .normalize("NFD")
    .replaceAll(/[^A-Za-z -]/g, "")
    .replaceAll(/ +/g, " ")
    .trim();
}

/**
 * Builds the parameters for creating or updating a cardholder. The printed name is sent only once,
 * since Stripe never changes it.
 *
 * @throws Error if a needed fact is missing
 */
export function cardholderDetails({ customerId, facts }: Holder) {
  const { legalName, birthDate, address, phone, acceptTerms } = facts;
  if (!(legalName && birthDate && address && phone && acceptTerms)) {
    throw new Error(`facts of cardholder ${customerId} are missing`);
  }
  const [year = 0, month = 0, day = 0] = birthDate.split("-").map(Number);
  return {
    phone_number: phone,
    billing: { address: stripeAddress(address) },
    individual: {
      first_name: legalName.first,
      last_name: legalName.last,
      dob: { day, month, year },
      card_issuing: {
        user_terms_acceptance: {
          date: Math.floor(Date.parse(acceptTerms.acceptedAt) / 1_000),
          ip: acceptTerms.ip,
        },
      },
    },
  } satisfies Stripe.Issuing.CardholderUpdateParams;
}

function stripeAddress({ line1, line2, city, region, postalCode, country }: BillingAddressInput) {
  return {
    line1,
    ...(line2 !== undefined && { line2 }),
    city,
    ...(region !== undefined && { state: region }),
    postal_code: postalCode,
    country,
  };
}
