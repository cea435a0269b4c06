/**
 * Verifies webhooks that are signed as Standard Webhooks 1.0 describes, from the bytes that
 * arrived. Needs no client and no API key, and only Web Crypto of the runtime.
 */

/** A change of an object. It says nothing about the object: ask the API for its current state. */
export interface WebhookEvent {
  /** The same in every delivery of the event. */
  id: string;
  /** What happened, such as `payment.declined`. A later release of the server may have more. */
  type: string;
  /** The version of this form. */
  version: number;
  /** When it happened (RFC 3339, UTC). */
  at: string;
  customer: string;
  /** What changed: a `movement` is read by `bills.getTransaction`, a `card` by `cards.get`. */
  object: { type: string; id: string };
  /**
   * Counts the customer's events from 1 without a gap. Events may arrive in another order; a
   * missing number is an event that has not arrived.
   */
  sequence: number;
  /** The block of the sealed ledger that contains what the event is about. */
  block: number;
}

/** What a new endpoint gets first: it has to respond with the challenge. */
export interface WebhookChallenge {
  type: "webhook.challenge";
  challenge: string;
}

/**
 * Why a webhook was refused. `header`: a header is missing or malformed; `time`: it was signed
 * longer ago, or further in the future, than tolerated; `signature`: no signature is by a secret;
 * `body`: the signature is right, but the body is not an event.
 */
export type WebhookRefusal = "header" | "time" | "signature" | "body";

/** A webhook that must not be acted on. Answer it with 400. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Headers as any runtime gives them: those of `Request`, or Node's plain object. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A webhook as it arrived. */
export interface WebhookInput {
  /** The body's bytes, exactly as received: parsing and writing them again changes them. */
  readonly body: Uint8Array<ArrayBuffer> | ArrayBuffer | string;
  readonly headers: WebhookHeaders;
  /** The endpoint's secret (`whsec_…`), or several while one replaces the other. */
  readonly secret: string | readonly string[];
  /** How old or how far in the future a signature may be, in seconds. Defaults to 300. */
  readonly toleranceSeconds?: number;
  /** The current time. Defaults to the clock's. */
  readonly now?: Date;
}

const HMAC = { name: "HMAC", hash: "SHA-256" } as const;
const DEFAULT_TOLERANCE_SECONDS = 300;
/** The most signatures that are tried, so that a header cannot cost more than a few of them. */
const MAX_SIGNATURES = 16;

/**
 * Returns what a webhook says, if one of its signatures is by one of the secrets: an event, or the
 * challenge that a new endpoint has to respond with (`"challenge" in message`). Comparing takes the
 * same time wherever signatures differ: `crypto.subtle.verify` does it.
 *
 * @throws WebhookError if the webhook must not be acted on
 * @throws TypeError if a secret is not one
 */
export async function verifyWebhook(input: WebhookInput): Promise<WebhookEvent | WebhookChallenge> {
  const id = headerOf(input.headers, "webhook-id");
  const timestamp = headerOf(input.headers, "webhook-timestamp");
  const signatures = signaturesIn(headerOf(input.headers, "webhook-signature"));
  checkTime(timestamp, input);
  const body = bytesOf(input.body);
  const signed = signedBytes(id, timestamp, body);
  const keys = await Promise.all([input.secret].flat().map((secret) => keyOf(secret, "verify")));
  for (const key of keys) {
    for (const signature of signatures) {
      if (await crypto.subtle.verify(HMAC.name, key, signature, signed)) {
        return messageIn(body);
      }
    }
  }
  throw new WebhookError("signature", "No signature is by a secret of this endpoint.");
}

/** Returns the headers of a signed webhook, for tests of an endpoint. */
export async function signWebhook(message: {
  readonly id: string;
  readonly body: Uint8Array<ArrayBuffer> | string;
  readonly secret: string;
  /** When it is signed. Defaults to the clock's time. */
  readonly at?: Date;
}): Promise<{
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
}> {
  const { id, body, secret, at = new Date() } = message;
  const timestamp = `${Math.floor(at.getTime() / 1_000)}`;
  const key = await keyOf(secret, "sign");
  const signed = signedBytes(id, timestamp, bytesOf(body));
  const signature = new Uint8Array(await crypto.subtle.sign(HMAC.name, key, signed));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${btoa(String.fromCharCode(...signature))}`,
  };
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isLookup(headers) ? headers.get(name) : plainHeader(headers, name);
  if (typeof value !== "string" || value === "") {
    throw new WebhookError("header", `The header ${name} is missing.`);
  }
  return value;
}

function isLookup(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === "function";
}

/** Returns a header from a plain object, whose names may have capitals. */
function plainHeader(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
): string | undefined {
  const found = Object.entries(headers).find(([own]) => own.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : found?.join(" ");
}

/** Returns the signatures of a kind that we know; those of others are left out. */
function signaturesIn(header: string): readonly Uint8Array<ArrayBuffer>[] {
  return header
    .split(" ")
    .slice(0, MAX_SIGNATURES)
    .flatMap((one) => {
      const [, base64] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(one) ?? [];
      return base64 === undefined ? [] : [bytesOfBase64(base64)];
    });
}

function checkTime(
  timestamp: string,
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = new Date() }: WebhookInput,
): void {
  if (!/^[0-9]{1,12}$/.test(timestamp)) {
    throw new WebhookError("header", "The header webhook-timestamp is not a time in seconds.");
  }
  const ageSeconds = Math.floor(now.getTime() / 1_000) - Number(timestamp);
  if (Math.abs(ageSeconds) > toleranceSeconds) {
    throw new WebhookError("time", `The webhook was signed ${ageSeconds} seconds ago.`);
  }
}

function signedBytes(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

function bytesOf(body: Uint8Array | ArrayBuffer | string): Uint8Array {
  if (typeof body === "string") {
    return new TextEncoder().encode(body);
  }
  return body instanceof Uint8Array ? body : new Uint8Array(body);
}

function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Returns the key of a secret in its usual form, with or without `whsec_`. */
async function keyOf(secret: string, use: "sign" | "verify"): Promise<CryptoKey> {
  const base64 = secret.replace(/^whsec_/, "");
  if (!/^[A-Za-z0-9+/]{16,}={0,2}$/.test(base64)) {
    // Without the secret itself, since errors are logged.
    throw new TypeError("A webhook secret is whsec_ followed by base64.");
  }
  return crypto.subtle.importKey("raw", bytesOfBase64(base64), HMAC, false, [use]);
}

function messageIn(body: Uint8Array): WebhookEvent | WebhookChallenge {
  try {
    const message: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    if (isChallenge(message) || isEvent(message)) {
      return message;
    }
  } catch {
    // Not UTF-8, or not JSON.
  }
  throw new WebhookError("body", "The signature is right, but the body is not an event.");
}

function isChallenge(value: unknown): value is WebhookChallenge {
  const { type, challenge } = Object(value) as Partial<WebhookChallenge>;
  return type === "webhook.challenge" && typeof challenge === "string";
}

function isEvent(value: unknown): value is WebhookEvent {
  const { id, type, object } = Object(value) as Partial<WebhookEvent>;
  const named = Object(object) as Partial<WebhookEvent["object"]>;
  return [id, type, named.type, named.id].every((text) => typeof text === "string");
}
