import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CardHolder, HolderBody, HolderFact } from "@tessera/contract/cards/holder.schemas";
import { parseDay } from "../../../../lib/time/days.ts";
import {
  type AddressDraft,
  type AddressField,
  addressInput,
  EMPTY_ADDRESS,
  missingFields,
} from "../billing-address.ts";

/** The cardholder's details in the form. Untouched fields are empty. */
export interface HolderDraft {
  readonly first: string;
  readonly last: string;
  readonly birthDate: string;
  readonly phone: string;
  readonly address: AddressDraft;
  readonly acceptTerms: boolean;
}

/** A field of the form, named by the path that the server uses. */
export type HolderField =
  | "legalName.first"
  | "legalName.last"
  | "birthDate"
  | `address.${AddressField}`
  | "phone"
  | "acceptTerms";

/** Returns the form's initial state, with the known facts filled in. */
export function draftOf(holder: CardHolder): HolderDraft {
  const { legalName, birthDate, address, phone, terms } = holder;
  return {
    first: legalName?.first ?? "",
    last: legalName?.last ?? "",
    birthDate: birthDate ?? "",
    phone: phone ?? "",
    address:
      address === null
        ? EMPTY_ADDRESS
        : { ...address, line2: address.line2 ?? "", region: address.region ?? "" },
    acceptTerms: terms?.acceptedAt != null,
  };
}

/** Returns the problem with each field: the needed ones have to be filled in. */
export function draftProblems(
  draft: HolderDraft,
  needed: readonly HolderFact[],
): Record<HolderField, MessageDescriptor | false> {
  const need = (fact: HolderFact, isGiven: boolean) =>
    needed.includes(fact) &&
    !isGiven &&
    (fact === "acceptTerms" ? msg`Accept the terms to continue.` : msg`Fill in this field.`);
  const missing = missingFields(draft.address);
  const inAddress = (field: AddressField) => need("address", !missing.includes(field));
  return {
    "legalName.first": need("legalName", draft.first.trim() !== ""),
    "legalName.last": need("legalName", draft.last.trim() !== ""),
    birthDate: need("birthDate", parseDay(draft.birthDate) !== undefined),
    "address.line1": inAddress("line1"),
    "address.line2": inAddress("line2"),
    "address.city": inAddress("city"),
    "address.region": inAddress("region"),
    "address.postalCode": inAddress("postalCode"),
    "address.country": inAddress("country"),
    phone: need("phone", draft.phone.trim() !== ""),
    acceptTerms: need("acceptTerms", draft.acceptTerms),
  };
}

/** Builds the request body with the facts that the issuer needs. */
export function holderBodyOf(draft: HolderDraft, needed: readonly HolderFact[]): HolderBody {
  const facts: Required<HolderBody> = {
    legalName: { first: draft.first.trim(), last: draft.last.trim() },
    birthDate: draft.birthDate,
    address: addressInput(draft.address),
    phone: draft.phone.trim(),
    acceptTerms: true,
  };
  return Object.fromEntries(needed.map((fact) => [fact, facts[fact]]));
}

/** Returns the first field of a fact, where the error is shown if the issuer rejects the fact. */
export function fieldOfFact(path: string): string {
  const firstFields: Readonly<Record<string, string>> = {
    legalName: "legalName.first",
    address: "address.line1",
  };
  return firstFields[path] ?? path;
}
