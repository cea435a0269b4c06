import {
  AMOUNT_PATTERN,
  CURRENCIES,
  isMerchantCurrency,
  MERCHANT_AMOUNT_PATTERN,
} from "@tessera/money";
import * as z from "zod/mini";
import { visibleText } from "./visible-text.ts";

/**
 * Wire codes of failed checks (`fields[].code`). A schema uses the code as the check's message, and
 * the server translates it into a sentence in the reader's language.
 */
export type FieldCode =
  | "required"
  | "wrong_type"
  | "too_short"
  | "too_long"
  | "out_of_range"
  | "unknown_field"
  | "not_allowed"
  | "malformed_amount"
  | "malformed_email"
  | "malformed_id"
  | "unknown_id"
  | "unreadable_content"
  | "ends_before_start"
  | "malformed_code"
  | "malformed_text"
  | "malformed_date"
  | "malformed_cursor"
  | "malformed_card_number"
  | "malformed_username"
  | "malformed_day"
  | "malformed_phone"
  | "latin_letters"
  | "too_young"
  | "amount_not_positive"
  | "amount_too_precise"
  | "above_card_limit"
  | "agreement_required"
  | "passwords_differ"
  | "password_too_common"
  | "password_contains_account"
  | "password_unchanged"
  | "username_is_password"
  | "username_taken"
  | "email_unchanged"
  | "subject_too_long"
  | "message_too_long"
  | "too_many_files"
  | "contradiction"
  | "not_exactly_one"
  | "malformed";

function isControlCharacter(character: string): boolean {
  const code = character.charCodeAt(0);
  return (
    (code < 32 && character !== "\n" && character !== "\r" && character !== "\t") || code === 127
  );
}

/**
 * Returns whether the text can be stored in PostgreSQL, logged and emailed: it contains no lone
 * surrogates, and no control characters other than line breaks and tabs.
 */
export function isPlainText(value: string): boolean {
  return value.isWellFormed() && ![...value].some(isControlCharacter);
}

/** Returns whether the text is plain and has no line breaks. */
export function isOneLine(value: string): boolean {
  return isPlainText(value) && !/[\n\r\t\u2028\u2029]/.test(value);
}

/**
 * Accepts free text for storage, and removes invisible characters and those that change the text's
 * direction, so that the text is exactly what it appears to be. The schema for any text written by
 * a person starts with this check.
 */
function written() {
  return z.string("wrong_type").check(z.overwrite(visibleText));
}

/**
 * Accepts one line of text, 1 to `max` characters after trimming. `tooLong` is the code for longer
 * text.
 */
export function line(max: number, tooLong: FieldCode = "too_long") {
  return written().check(
    z.trim(),
    z.minLength(1, "required"),
    z.maxLength(max, tooLong),
    z.refine(isOneLine, "malformed_text"),
  );
}

/** Accepts multiline text of at most `max` characters. `tooLong` is the code for longer text. */
export function text(max: number, tooLong: FieldCode = "too_long") {
  return written().check(
    z.overwrite((value) => value.replace(/[\u2028\u2029]/g, "\n")),
    z.maxLength(max, tooLong),
    z.refine(isPlainText, "malformed_text"),
  );
}

/** Accepts one of our ids: a short prefix, an underscore and a UUID (`card_0192…`). */
export function id(prefix: string) {
  const pattern = new RegExp(
    `^${prefix}_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`,
  );
  return z
    .string("wrong_type")
    .check(z.maxLength(64, "too_long"), z.regex(pattern, "malformed_id"));
}

/** An id in a path: any short plain text, so that an unknown id results in 404 rather than 400. */
export const pathId = z
  .string("wrong_type")
  .check(
    z.minLength(1, "required"),
    z.maxLength(64, "too_long"),
    z.refine(isOneLine, "malformed_id"),
  );

export const idParams = z.strictObject({ id: pathId });

/**
 * Matches every amount in the wire grammar except zero. This is a pattern so that schemas can
 * include it.
 */
const NOT_ZERO = /[1-9]/;

/** A positive amount in the wire grammar. */
export const amountInput = z
  .string("wrong_type")
  .check(
    z.maxLength(15, "malformed_amount"),
    z.regex(AMOUNT_PATTERN, "malformed_amount"),
    z.regex(NOT_ZERO, "amount_not_positive"),
  );

/**
 * {@link amountInput}, with a separate code for an amount that is invalid only because it has too
 * many decimals.
 */
export const exactAmountInput = z.string("wrong_type").check(
  z.maxLength(15, "malformed_amount"),
  z.refine((value) => !/^[0-9]{1,12}\.[0-9]{3,}$/.test(value), {
    error: "amount_too_precise",
    abort: true,
  }),
  z.regex(AMOUNT_PATTERN, "malformed_amount"),
  z.regex(NOT_ZERO, "amount_not_positive"),
);

/** An amount in the wire grammar that may be zero, as in an account verification. */
export const amountInputOrZero = z
  .string("wrong_type")
  .check(z.maxLength(15, "malformed_amount"), z.regex(AMOUNT_PATTERN, "malformed_amount"));

/** An amount in a response: a decimal string, with a minus sign if it may be negative. */
export const amount = z.string().check(z.regex(/^-?[0-9]+\.[0-9]{2}$/));

export const currency = z.enum(CURRENCIES, "not_allowed");

/** The ISO 4217 code of any currency in which a merchant may ask for payment. */
export const merchantCurrency = z.string("wrong_type").check(
  z.regex(/^[A-Z]{3}$/, "not_allowed"),
  z.refine((code) => isMerchantCurrency(code), "not_allowed"),
);

/** An amount in any currency, with at most as many decimals as the currency has. May be zero. */
export const merchantAmountInputOrZero = z
  .string("wrong_type")
  .check(z.maxLength(16, "malformed_amount"), z.regex(MERCHANT_AMOUNT_PATTERN, "malformed_amount"));

/** A positive amount in any currency, with at most as many decimals as the currency has. */
export const merchantAmountInput = merchantAmountInputOrZero.check(
  z.regex(NOT_ZERO, "amount_not_positive"),
);

/** An amount in a response, in any currency: as many decimals as the currency has. */
export const merchantAmount = z.string().check(z.regex(/^-?[0-9]+(\.[0-9]{1,3})?$/));

/** An RFC 3339 timestamp in UTC. */
export const timestamp = z.iso.datetime("malformed_date");

/** A time in a request, limited to the years that the database supports, starting with year 1. */
export const timeInput = z.string("wrong_type").check(
  z.iso.datetime("malformed_date"),
  z.refine((value) => !value.startsWith("0000"), "malformed_date"),
);

const MAILBOX = "[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}";
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const EMAIL_PATTERN = new RegExp(`^${MAILBOX}@${LABEL}(?:\\.${LABEL})+$`);

export const email = z
  .string("wrong_type")
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(3, "malformed_email"),
    z.maxLength(254, "too_long"),
    z.regex(EMAIL_PATTERN, "malformed_email"),
  );

/** A six-digit code from an email. */
export const mailedCode = z.string("wrong_type").check(z.regex(/^[0-9]{6}$/, "malformed_code"));

/** The `limit` and `cursor` parameters of every list. */
export const pageQuery = {
  limit: z.optional(
    z.pipe(
      z.string("wrong_type").check(z.regex(/^[1-9][0-9]{0,2}$/, "out_of_range")),
      z.pipe(
        z.transform((value: string) => Number.parseInt(value, 10)),
        z.number().check(z.minimum(1, "out_of_range"), z.maximum(100, "out_of_range")),
      ),
    ),
  ),
  cursor: z.optional(
    z.string("wrong_type").check(z.minLength(1, "required"), z.maxLength(512, "malformed_cursor")),
  ),
};

/** The query parameters of a list without filters. */
export const listQuery = z.strictObject(pageQuery);

/** Returns the schema of a list response: one page of items, and the cursor for the next page. */
export function page<T extends z.ZodMiniType>(item: T) {
  return z.object({ data: z.array(item), nextCursor: z.nullable(z.string()) });
}

/** The cell that a row belongs to. Only in a response for all cells of a program with several. */
export const ofCell = z.optional(z.int());

/**
 * The cells that a response leaves out because they did not answer in time. Only in a response for
 * all cells of a program with several.
 */
export const cellsAnswered = z.optional(z.object({ unavailable: z.array(z.int()) }));

/** Returns the schema of a list response for all cells: a page, and which cells it leaves out. */
export function pageOverCells<T extends z.ZodMiniType>(item: T) {
  return z.extend(page(item), { cells: cellsAnswered });
}
