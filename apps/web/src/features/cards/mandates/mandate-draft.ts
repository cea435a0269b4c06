import { MAX_MANDATE_DAYS } from "@tessera/contract/cards/mandate-figures";
import type { Mandate, ProposeMandateBody } from "@tessera/contract/cards/mandates.schemas";
import { type CurrencyCode, parseAmount } from "@tessera/money";

const DAY_MS = 86_400_000;
const ZERO = BigInt(0);

/** The days after which a mandate can end. */
export const DAY_CHOICES = ["1", "3", "7", "14", "31"] as const;

/** A mandate as typed into the form. */
export interface MandateDraft {
  readonly merchant: string;
  readonly ceiling: string;
  readonly currency: CurrencyCode;
  /** The number of days until it ends; empty to keep the end of a mandate that is changed. */
  readonly days: string;
  readonly purpose: string;
}

/** Returns the form's first draft: empty, or a mandate to change. */
export function draftOf(mandate: Mandate | undefined): MandateDraft {
  return mandate === undefined
    ? { merchant: "", ceiling: "", currency: "USD", days: "1", purpose: "" }
    : {
        merchant: mandate.merchant,
        ceiling: mandate.ceiling,
        currency: mandate.currency,
        days: "",
        purpose: mandate.purpose,
      };
}

/** Returns whether a ceiling is a positive amount. */
export function isCeilingRight({ ceiling, currency }: MandateDraft): boolean {
  const amountMinor = parseAmount(ceiling, currency);
  return amountMinor !== undefined && amountMinor > ZERO;
}

/** Returns a draft as it is sent. */
export function termsOf(
  draft: MandateDraft,
  mandate: Mandate | undefined,
  now: Date,
): ProposeMandateBody {
  const { merchant, ceiling, currency, purpose, days } = draft;
  // A minute less than the longest time, because the server's clock may be behind.
  const longest = MAX_MANDATE_DAYS * DAY_MS - 60_000;
  const ms = Math.min(Number(days) * DAY_MS, longest);
  const until =
    days === "" && mandate !== undefined
      ? mandate.until
      : new Date(now.getTime() + ms).toISOString();
  return { merchant: merchant.trim(), ceiling, currency, until, purpose: purpose.trim() };
}
