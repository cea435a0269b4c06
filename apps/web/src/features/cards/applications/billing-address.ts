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

/** An address as it stands in its form; what is not typed is empty. */
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

/** The fields that still have to be filled in, in the order of the form. */
export function missingFields(draft: AddressDraft): AddressField[] {
  return REQUIRED.filter((field) => draft[field].trim() === "");
}

/** The address as the wire wants it. */
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
