import type { ApplyBody, CardSegment, CardUsage } from "@tessera/contract/cards/cards.schemas";
import { ApiError } from "../../../lib/api/api-error.ts";
import {
  ADDRESS_FIELDS,
  type AddressDraft,
  type AddressField,
  addressInput,
  EMPTY_ADDRESS,
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

export interface ApplyFieldErrors {
  readonly nickname?: string;
  readonly address: Readonly<Partial<Record<AddressField, string>>>;
}

/** Returns the server's errors that apply to individual fields, keyed by field. */
export function fieldErrorsOf(error: Error | null): ApplyFieldErrors {
  if (!(error instanceof ApiError)) {
    return { address: {} };
  }
  const nickname = error.fieldMessage("nickname");
  const address: Partial<Record<AddressField, string>> = {};
  for (const field of ADDRESS_FIELDS) {
    const message = error.fieldMessage(`billingAddress.${field}`);
    if (message !== undefined) {
      address[field] = message;
    }
  }
  return { ...(nickname === undefined ? {} : { nickname }), address };
}
