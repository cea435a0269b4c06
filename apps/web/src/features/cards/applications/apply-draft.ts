import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ApplyBody, CardSegment, CardUsage } from "@tessera/contract/cards/cards.schemas";
import {
  type AddressDraft,
  type AddressField,
  addressInput,
  EMPTY_ADDRESS,
  missingFields,
} from "./billing-address.ts";

/** The state of the application form. */
export interface ApplyDraft {
  readonly nickname: string;
  readonly usage: CardUsage;
  readonly assignment: "auto" | "custom";
  readonly address: AddressDraft;
}

export const EMPTY_APPLICATION: ApplyDraft = {
  nickname: "",
  usage: "standard",
  assignment: "auto",
  address: EMPTY_ADDRESS,
};

/** Builds the request body, including the displayed fee so that no different fee can be charged. */
export function applyBodyOf(
  draft: ApplyDraft,
  segment: Pick<CardSegment, "id" | "openingFee">,
): ApplyBody {
  const nickname = draft.nickname.trim();
  return {
    segmentId: segment.id,
    ...(nickname === "" ? {} : { nickname }),
    billingAddress: draft.assignment === "auto" ? "auto" : addressInput(draft.address),
    ...(draft.usage === "standard" ? {} : { usage: draft.usage }),
    openingFee: segment.openingFee,
  };
}

/** A field of the form, named by the path that the server uses. */
export type ApplyField = "nickname" | `billingAddress.${AddressField}`;

/** Returns the problem with each field; the fields of a custom address have to be filled in. */
export function applyProblems({
  assignment,
  address,
}: ApplyDraft): Record<ApplyField, MessageDescriptor | false> {
  const missing = assignment === "custom" ? missingFields(address) : [];
  const empty = (field: AddressField) => missing.includes(field) && msg`Fill in this field.`;
  return {
    nickname: false,
    "billingAddress.line1": empty("line1"),
    "billingAddress.line2": empty("line2"),
    "billingAddress.city": empty("city"),
    "billingAddress.region": empty("region"),
    "billingAddress.postalCode": empty("postalCode"),
    "billingAddress.country": empty("country"),
  };
}
