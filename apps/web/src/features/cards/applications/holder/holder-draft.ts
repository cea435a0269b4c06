import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CardHolder, HolderBody, HolderFact } from "@tessera/contract/cards/holder.schemas";
import { parseDay } from "../../../../lib/time/days.ts";
import {
  ADDRESS_FIELDS,
  type AddressDraft,
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

/** The form's fields, named by the paths that the server uses. */
export const HOLDER_FIELDS = [
  "legalName.first",
  "legalName.last",
  "birthDate",
  ...ADDRESS_FIELDS.map((field) => `address.${field}`),
  "phone",
  "acceptTerms",
] as const;

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

/** Returns the fields that still have to be filled in, in form order. */
export function draftProblems(
  draft: HolderDraft,
  needed: readonly HolderFact[],
): Record<string, MessageDescriptor | undefined> {
  const empty = msg`Fill in this field.`;
  const problems: Record<string, MessageDescriptor | undefined> = {};
  const need = (fact: HolderFact, path: string, isGiven: boolean) => {
    if (needed.includes(fact) && !isGiven) {
      problems[path] = fact === "acceptTerms" ? msg`Accept the terms to continue.` : empty;
    }
  };
  need("legalName", "legalName.first", draft.first.trim() !== "");
  need("legalName", "legalName.last", draft.last.trim() !== "");
  need("birthDate", "birthDate", parseDay(draft.birthDate) !== undefined);
  for (const field of missingFields(draft.address)) {
    need("address", `address.${field}`, false);
  }
  need("phone", "phone", draft.phone.trim() !== "");
  need("acceptTerms", "acceptTerms", draft.acceptTerms);
  return problems;
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
