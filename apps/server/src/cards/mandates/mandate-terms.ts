import {
  MAX_MANDATE_DAYS,
  MAX_MANDATE_MERCHANT,
  MAX_MANDATE_PURPOSE,
} from "@tessera/contract/cards/mandate-figures";
import type { ProposeMandateBody } from "@tessera/contract/cards/mandates.schemas";
import type { FieldCode } from "@tessera/contract/fields";
import { merchantKey } from "../../authorization/decision/index.ts";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { shownText } from "./mandate-texts.policy.ts";
import type { MandateTermsRow } from "./mandates.repository.ts";

const DAY_MS = 86_400_000;

function refused(path: string, code: FieldCode): Refusal {
  return new Refusal("invalid_input", { fields: [{ path, code }] });
}

function requireLength(path: string, text: string, max: number): void {
  if (text === "") {
    throw refused(path, "required");
  }
  if (text.length > max) {
    throw refused(path, "too_long");
  }
}

/**
 * Returns the terms of a mandate as they are stored: texts without what nobody could see, the
 * ceiling in minor units, and an end that is not too far away.
 *
 * @throws Refusal `invalid_input`
 */
export function checkedTerms(
  { merchant, purpose, ceiling, currency, until }: ProposeMandateBody,
  now: Date,
): MandateTermsRow {
  const [name, reason] = [shownText(merchant), shownText(purpose)];
  requireLength("merchant", name.text, MAX_MANDATE_MERCHANT);
  requireLength("purpose", reason.text, MAX_MANDATE_PURPOSE);
  const end = new Date(until);
  if (end <= now || end.getTime() > now.getTime() + MAX_MANDATE_DAYS * DAY_MS) {
    throw refused("until", "out_of_range");
  }
  return {
    merchant_name: name.text,
    merchant_key: merchantKey(name.text),
    ceiling_minor: requireAmount(ceiling, currency, "ceiling"),
    currency,
    until: end,
    purpose: reason.text,
    hidden_characters: name.hidden + reason.hidden,
  };
}
