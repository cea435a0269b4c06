import * as z from "zod/mini";
import { LOCALES } from "../errors/locales.ts";
import { amount, currency, timestamp } from "../fields.ts";
import { BROWSERS, SYSTEMS } from "./accounts.schemas.ts";
import { LEGAL_TEXTS } from "./legal-versions.ts";

/** The published fee schedule, used by quotes, charges, statements and the legal pages. */
export const feeSchedule = z.object({
  version: z.number(),
  effectiveFrom: timestamp,
  /** A card's opening fee, in `cardOpeningFeeCurrency`. */
  cardOpeningFee: amount,
  cardOpeningFeeCurrency: currency,
  /** A card's opening fee in each currency. */
  cardOpeningFees: z.array(z.object({ currency, amount })),
  cardDepositBasisPoints: z.number(),
  withdrawalBasisPoints: z.number(),
  /** The markup on purchases in other currencies that Tessera converts. */
  foreignMarkupBasisPoints: z.number(),
});

const legalText = z.enum(LEGAL_TEXTS, "not_allowed");
const versionNumber = z
  .number("wrong_type")
  .check(z.int("wrong_type"), z.minimum(1, "out_of_range"), z.maximum(1_000_000, "out_of_range"));

/** One version of a legal text. */
export const legalVersion = z.object({
  text: legalText,
  version: versionNumber,
  effectiveFrom: timestamp,
  status: z.enum(["earlier", "in_force", "upcoming"]),
  /**
   * What changed since the previous version, in the reader's language; `null` for the first
   * version.
   */
  changes: z.nullable(z.string()),
});

/** A version in force that the customer has not accepted. */
export const outstandingText = z.object({
  text: legalText,
  version: versionNumber,
  effectiveFrom: timestamp,
  /** What changed since the previous version, as in the list of versions. */
  changes: z.nullable(z.string()),
  /** The latest version of this text that the customer accepted; `null` if there is none. */
  acceptedVersion: z.nullable(versionNumber),
});

/** The texts that a customer has yet to accept. */
export const outstandingTexts = z.object({
  texts: z.array(outstandingText),
  /** Seconds until the next version of any text takes effect; `null` if no version is planned. */
  nextVersionInSeconds: z.nullable(z.number()),
});

/**
 * The versions that the customer was shown and is accepting, each with the language it was shown
 * in.
 */
export const acceptTextsBody = z.strictObject({
  texts: z
    .array(
      z.strictObject({
        text: legalText,
        version: versionNumber,
        locale: z.enum(LOCALES, "not_allowed"),
      }),
      "wrong_type",
    )
    .check(z.minLength(1, "required"), z.maxLength(LEGAL_TEXTS.length, "out_of_range")),
});

/** A version that a person accepted. */
export const legalAcceptance = z.object({
  text: legalText,
  version: versionNumber,
  /** The language that the text was shown in. */
  locale: z.enum(LOCALES),
  acceptedAt: timestamp,
  /**
   * `registration`: accepted with the checkbox on the registration form. `console`: accepted while
   * signed in. `before_records`: accepted at registration, before acceptances were recorded.
   */
  source: z.enum(["registration", "console", "before_records"]),
  /** The session's browser; `null` if unknown. */
  browser: z.nullable(z.enum(BROWSERS)),
  system: z.nullable(z.enum(SYSTEMS)),
  /** The client's network (`203.0.113.0/24`, a /48 for IPv6); `null` if unknown. */
  network: z.nullable(z.string()),
});

export type FeeSchedule = z.infer<typeof feeSchedule>;
export type ListedLegalVersion = z.infer<typeof legalVersion>;
export type OutstandingText = z.infer<typeof outstandingText>;
export type OutstandingTexts = z.infer<typeof outstandingTexts>;
export type AcceptTextsBody = z.infer<typeof acceptTextsBody>;
export type LegalAcceptance = z.infer<typeof legalAcceptance>;
