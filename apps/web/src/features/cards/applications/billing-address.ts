import type { BillingAddressInput } from "@tessera/contract/cards/cards.schemas";

export const ADDRESS_FIELDS = [
  "line1",
  "line2",
  "city",
  "region",
  "postalCode",
  "country",
] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];

/** The state of the address form; missing values are empty strings. */
export type AddressDraft = Readonly<Record<AddressField, string>>;

export const EMPTY_ADDRESS: AddressDraft = {
  line1: "",
  line2: "",
  city: "",
  region: "",
  postalCode: "",
  country: "",
};

const REQUIRED: readonly AddressField[] = ["country", "line1", "city", "postalCode"];

/** Returns the required fields that are still empty, in form order. */
export function missingFields(draft: AddressDraft): AddressField[] {
  return REQUIRED.filter((field) => draft[field].trim() === "");
}

/** Converts a draft to the wire format. */
export function addressInput(draft: AddressDraft): BillingAddressInput {
  const [line2, region] = [draft.line2.trim(), draft.region.trim()];
  return {
    line1: draft.line1.trim(),
    ...(line2 === "" ? {} : { line2 }),
    city: draft.city.trim(),
    ...(region === "" ? {} : { region }),
    postalCode: draft.postalCode.trim(),
    country: draft.country,
  };
}
