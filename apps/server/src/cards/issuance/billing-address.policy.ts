import type { BillingAddress, BillingAddressInput } from "@tessera/contract/cards/cards.schemas";

type PoolAddress = Omit<BillingAddress, "assignment">;
/** A billing address other than the cardholder's address, stored encrypted. */
type CardAddress = PoolAddress & { readonly assignment: "auto" | "custom" };

/** The program's addresses, which merchants' address verification checks against. */
const PROGRAM_ADDRESSES: readonly [PoolAddress, ...PoolAddress[]] = [
  {
    line1: "1209 Orange Street",
    line2: "Suite 400",
    city: "Wilmington",
    region: "DE",
    postalCode: "19801",
    country: "US",
  },
  {
    line1: "2140 South Dupont Highway",
    line2: "Floor 2",
    city: "Camden",
    region: "DE",
    postalCode: "19934",
    country: "US",
  },
  {
    line1: "30 North Gould Street",
    line2: "Suite 1180",
    city: "Sheridan",
    region: "WY",
    postalCode: "82801",
    country: "US",
  },
  {
    line1: "401 Ryland Street",
    line2: "Suite 200-B",
    city: "Reno",
    region: "NV",
    postalCode: "89502",
    country: "US",
  },
  {
    line1: "5900 Balcones Drive",
    line2: "Suite 620",
    city: "Austin",
    region: "TX",
    postalCode: "78731",
    country: "US",
  },
];

/**
 * Returns a card's billing address: either the address that the customer entered or one of the
 * program's addresses. A program address is chosen based on the card's id, so that a card always
 * gets the same address.
 */
export function billingAddressFor(
  cardId: string,
  wanted: "auto" | BillingAddressInput,
): CardAddress {
  if (wanted !== "auto") {
    const { line2, region, ...rest } = wanted;
    return { assignment: "custom", ...rest, line2: line2 ?? null, region: region ?? null };
  }
  const drawn = Number.parseInt(cardId.replaceAll("-", "").slice(-8), 16);
  const [first] = PROGRAM_ADDRESSES;
  const address = PROGRAM_ADDRESSES[drawn % PROGRAM_ADDRESSES.length] ?? first;
  return { assignment: "auto", ...address };
}
