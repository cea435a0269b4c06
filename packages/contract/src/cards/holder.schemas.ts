import * as z from "zod/mini";
import { timestamp } from "../fields.ts";
import { billingAddressInput } from "./cards.schemas.ts";

/** Facts about a cardholder that an issuer may require. Each is a path in {@link holderBody}. */
export const HOLDER_FACTS = ["legalName", "birthDate", "address", "phone", "acceptTerms"] as const;
export type HolderFact = (typeof HOLDER_FACTS)[number];

const MAX_NAME = 40;
/** Punctuation that people use in phone numbers; E.164 allows none. */
const PHONE_PUNCTUATION = /[\s().-]/g;

/** Letters, spaces, periods, commas, hyphens and apostrophes. */
const LATIN_NAME = /^\p{Script=Latin}[\p{Script=Latin} .,'’-]*$/u;

/** A name in Latin letters, as on a passport. */
const latinName = z.string("wrong_type").check(
  z.trim(),
  z.minLength(1, "required"),
  z.maxLength(MAX_NAME, "too_long"),
  z.refine((name) => LATIN_NAME.test(name), "latin_letters"),
);

export const legalName = z.strictObject({ first: latinName, last: latinName });

/** A calendar day, such as `1990-04-23`. */
const birthDate = z
  .string("wrong_type")
  .check(z.maxLength(10, "malformed_day"), z.iso.date("malformed_day"));

/** A phone number with its country code, normalized to `+493012345678`. */
const phone = z.string("wrong_type").check(
  z.maxLength(32, "malformed_phone"),
  z.overwrite((text) => text.replaceAll(PHONE_PUNCTUATION, "")),
  z.regex(/^\+[1-9][0-9]{6,14}$/, "malformed_phone"),
);

/** The facts to add or correct. Omitted facts stay unchanged. */
export const holderBody = z.strictObject({
  legalName: z.optional(legalName),
  birthDate: z.optional(birthDate),
  address: z.optional(billingAddressInput),
  phone: z.optional(phone),
  /** Accepts the issuer's terms. The time and the IP address are recorded. */
  acceptTerms: z.optional(z.literal(true, "agreement_required")),
});

const holderFact = z.enum(HOLDER_FACTS);

/** What the issuer needs to know about a customer, and what is already known. */
export const cardHolder = z.object({
  /** Facts that the issuer requires before it issues a card; empty for most issuers. */
  needed: z.array(holderFact),
  /** Required facts that are still missing. */
  missing: z.array(holderFact),
  /** The issuer's minimum age for a cardholder, in years. */
  minimumAge: z.number(),
  /** URL of the issuer's terms; null if there are no terms to accept. */
  terms: z.nullable(z.object({ url: z.string(), acceptedAt: z.nullable(timestamp) })),
  legalName: z.nullable(z.object({ first: z.string(), last: z.string() })),
  birthDate: z.nullable(z.string()),
  address: z.nullable(
    z.object({
      line1: z.string(),
      line2: z.nullable(z.string()),
      city: z.string(),
      region: z.nullable(z.string()),
      postalCode: z.string(),
      country: z.string(),
    }),
  ),
  phone: z.nullable(z.string()),
});

export type HolderBody = z.infer<typeof holderBody>;
export type CardHolder = z.infer<typeof cardHolder>;
