import * as z from "zod/mini";
import { amount, amountInput, currency, line, page, timestamp } from "../fields.ts";
import { KEY_TAGS } from "./key-scopes.ts";

/** The most keys that a customer may have in use at a time. */
export const MAX_KEYS = 20;
/** The most addresses and networks in a key's list. */
const MAX_KEY_ADDRESSES = 20;
/** The most calls that a key may make in a minute. */
export const MAX_KEY_CALLS_PER_MINUTE = 600;
/** The longest time until a key expires, in days. */
const MAX_KEY_DAYS = 365;
/** The longest time for which a rotated key's old text still works, in minutes. */
const MAX_OVERLAP_MINUTES = 1_440;

/** Whether a key acts on real money (`live`) or on the sandbox's (`test`). */
const KEY_MODES = ["live", "test"] as const;

const access = z.enum(["read", "write"], "not_allowed");

const scopeFields = Object.fromEntries(
  KEY_TAGS.map((tag) => [tag, z.optional(access)]),
) as Readonly<Record<(typeof KEY_TAGS)[number], z.ZodMiniOptional<typeof access>>>;

/** The access to each tag of the contract. An absent tag is not accessible. */
const scopes = z.object(scopeFields);
const scopesInput = z
  .strictObject(scopeFields)
  .check(z.refine((given) => Object.values(given).some((one) => one !== undefined), "required"));

function whole(min: number, max: number) {
  return z.int("wrong_type").check(z.minimum(min, "out_of_range"), z.maximum(max, "out_of_range"));
}

export const createKeyBody = z.strictObject({
  name: line(60),
  scopes: scopesInput,
  /** A key moves no money in a currency without a ceiling. */
  ceilings: z
    .array(z.strictObject({ currency, perCall: amountInput, perDay: amountInput }), "wrong_type")
    .check(
      z.maxLength(3, "too_long"),
      z.refine((all) => new Set(all.map((one) => one.currency)).size === all.length, {
        error: "contradiction",
      }),
    ),
  /** IPv4 and IPv6 addresses, and networks such as `192.0.2.0/24`. Empty: any address. */
  addresses: z.array(line(64), "wrong_type").check(z.maxLength(MAX_KEY_ADDRESSES, "too_long")),
  callsPerMinute: whole(1, MAX_KEY_CALLS_PER_MINUTE),
  expiresInDays: whole(1, MAX_KEY_DAYS),
});
export type CreateKeyBody = z.input<typeof createKeyBody>;

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  mode: z.enum(KEY_MODES),
  /** The first and the last characters of the key's current text. */
  hint: z.string(),
  /** `revoked` and `expired` are final. */
  status: z.enum(["active", "expired", "revoked"]),
  scopes,
  /** What the key may move in each currency, in a call and in a day (UTC). */
  ceilings: z.array(z.object({ currency, perCall: amount, perDay: amount })),
  addresses: z.array(z.string()),
  callsPerMinute: z.number(),
  createdAt: timestamp,
  expiresAt: timestamp,
  /** Until when the text that was replaced last still works; null if it does not. */
  formerUntil: z.nullable(timestamp),
  lastUsedAt: z.nullable(timestamp),
  /** The network of the last call, without the part that identifies the subscriber. */
  lastUsedNetwork: z.nullable(z.string()),
  revokedAt: z.nullable(timestamp),
  /**
   * `owner`: by the customer; `exposed`: the key was found in the URL of a request; `alarm`: by a
   * “not me” link.
   */
  revokedBecause: z.nullable(z.enum(["owner", "exposed", "alarm"])),
});
export type ApiKey = z.output<typeof apiKey>;

export const apiKeyPage = page(apiKey);

/** A key with its text, which is never shown again. */
export const apiKeyWithText = z.object({ key: apiKey, secret: z.string() });
export type ApiKeyWithText = z.output<typeof apiKeyWithText>;

export const rotateKeyBody = z.strictObject({ overlapMinutes: whole(0, MAX_OVERLAP_MINUTES) });

/** A call that a key made. Never contains a path, a parameter or a body. */
export const apiKeyCall = z.object({
  id: z.string(),
  at: timestamp,
  method: z.string(),
  /** The route's template, such as `/api/cards/:id`. */
  route: z.string(),
  status: z.number(),
  /** The error's code; null for a success. */
  code: z.nullable(z.string()),
  address: z.string(),
  durationMs: z.number(),
  requestId: z.string(),
});
export type ApiKeyCall = z.output<typeof apiKeyCall>;

export const apiKeyCallPage = page(apiKeyCall);
