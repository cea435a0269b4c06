import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import type { LinkKeys } from "./link-key.ts";

/** The HTTP header with the MAC of a request's or an answer's body. */
export const MAC_HEADER = "x-tessera-mac";

const natural = z.pipe(
  z.string().check(z.regex(/^(?:0|[1-9]\d{0,77})$/)),
  z.transform((text) => BigInt(text)),
);
const hex = (digits: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${digits}}$`)));
const count = z.int().check(z.nonnegative());

export const instructionShape = z.strictObject({
  id: z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  chainId: z.int().check(z.positive()),
  token: z.string().check(z.regex(/^0x[0-9a-f]{40}$/)),
  destination: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  amountRaw: natural,
  revision: z.int().check(z.positive()),
  // Without control characters, so that it cannot add a line to what is authenticated.
  approvedBy: z.string().check(z.regex(/^\P{Cc}{1,300}$/u)),
  approvedAtMs: count,
});

/** The fields of a record or message about a transaction. Integers are decimal strings. */
export const feesShape = z.strictObject({
  nonce: count,
  gasLimit: natural,
  maxFeePerGas: natural,
  maxPriorityFeePerGas: natural,
});

export const signatureShape = z.strictObject({
  r: hex(64),
  s: hex(64),
  yParity: z.enum(["0", "1"]),
});

/** What the server asks: to sign the transfer of an approved instruction with these fees. */
export const signRequest = z.strictObject({
  /** Random, so that an answer belongs to one request. */
  requestId: hex(32),
  instruction: instructionShape,
  approval: hex(64),
  fees: feesShape,
});

/**
 * Why the signer does not sign.
 *
 * - `not_approved`: the approval is not that of this instruction
 * - `chain_refused`, `token_refused`: the signer's settings do not list it
 * - `destination_refused`, `amount_refused`: never signed; the signer has recorded that
 * - `day_ceiling`: the payments of 24 hours would exceed their ceiling
 * - `fee_refused`: above the ceiling of fees, or a replacement whose fees are not higher enough
 * - `nonce_taken`: another instruction was signed with this nonce
 * - `other_instruction`: the id was signed with another content
 */
export const refusalShape = z.enum([
  "not_approved",
  "chain_refused",
  "token_refused",
  "destination_refused",
  "amount_refused",
  "day_ceiling",
  "fee_refused",
  "nonce_taken",
  "other_instruction",
]);

export const signAnswer = z.discriminatedUnion("result", [
  z.strictObject({ result: z.literal("signed"), signature: signatureShape }),
  /** The instruction was signed with another nonce before: everything that was signed for it. */
  z.strictObject({
    result: z.literal("signed_before"),
    signed: z
      .array(z.strictObject({ fees: feesShape, signature: signatureShape }))
      .check(z.minLength(1)),
  }),
  z.strictObject({ result: z.literal("refused"), reason: refusalShape }),
]);

/** What the server asks: how much of its ceilings the signer has used. Nothing is signed. */
export const statusRequest = z.strictObject({
  requestId: hex(32),
  question: z.literal("status"),
});

export const statusAnswer = z.strictObject({
  /** The address whose key the signer has, with its checksum. */
  wallet: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  tokens: z.array(
    z.strictObject({
      chainId: z.int().check(z.positive()),
      token: z.string().check(z.regex(/^0x[0-9a-f]{40}$/)),
      /** What was signed within 24 hours, and its ceiling, in the token's smallest unit. */
      signedInDayRaw: natural,
      maxPerDayRaw: natural,
    }),
  ),
});

/** What the server asks: what was signed for an id, for example after it lost its own data. */
export const signedRequest = z.strictObject({
  requestId: hex(32),
  question: z.literal("signed"),
  id: instructionShape.shape.id,
});

export const signedAnswer = z.strictObject({
  /** In the order in which they were signed; empty if nothing was. */
  signed: z.array(z.strictObject({ fees: feesShape, signature: signatureShape })),
});

export type SignedRequest = z.infer<typeof signedRequest>;
export type SignedAnswer = z.infer<typeof signedAnswer>;
export type StatusRequest = z.infer<typeof statusRequest>;
export type StatusAnswer = z.infer<typeof statusAnswer>;
export type SignRequest = z.infer<typeof signRequest>;
export type SignAnswer = z.infer<typeof signAnswer>;
export type SignRefusal = z.infer<typeof refusalShape>;

/** Returns the MAC of a request's body, in hex. */
export function requestMac(keys: LinkKeys, body: string): string {
  return createHmac("sha256", keys.request).update(body).digest("hex");
}

/** Returns the MAC of an answer, which belongs to one request, in hex. */
export function answerMac(keys: LinkKeys, requestBody: string, body: string): string {
  return createHmac("sha256", keys.answer)
    .update(`${requestMac(keys, requestBody)}\n`)
    .update(body)
    .digest("hex");
}

/** Compares a MAC that was received with the right one, in constant time. */
export function isMac(given: unknown, right: string): boolean {
  const one = Buffer.from(typeof given === "string" ? given : "", "hex");
  const other = Buffer.from(right, "hex");
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Writes a message as JSON, with integers of any size as decimal strings. */
export function writeMessage(
  message: SignAnswer | SignRequest | SignedAnswer | SignedRequest | StatusAnswer | StatusRequest,
): string {
  return JSON.stringify(message, (_, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}
