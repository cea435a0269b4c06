import { Secret, TOTP } from "otpauth";
import type { Keys } from "../../platform/crypto/keys.ts";

/** RFC 6238 as every authenticator app knows it: SHA-1, six digits, thirty seconds. */
const PERIOD_SECONDS = 30;
/** Steps before and after the present one whose code is taken: clocks differ, and people type. */
const WINDOW_STEPS = 1;
/** RFC 4226 asks for 128 bits and recommends as many as the hash has. */
const SECRET_BYTES = 20;
const ISSUER = "Tessera";

function totpOf(secret: Buffer, label = ""): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    period: PERIOD_SECONDS,
  });
}

/** A new secret, and how it is stored: sealed for one place, such as its owner's id. */
export function newTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).buffer);
}

export function sealTotpSecret(keys: Keys, secret: Buffer, place: string): Buffer {
  return keys.seal("totp-secret", secret, place);
}

export function openTotpSecret(keys: Keys, sealed: Buffer, place: string): Buffer {
  return keys.open("totp-secret", sealed, place);
}

/** What an authenticator app takes: typed, or read from a QR code. */
export function describeTotpSecret(
  secret: Buffer,
  label: string,
): { readonly secret: string; readonly uri: string } {
  const totp = totpOf(secret, label);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The step of time that a code is of, or undefined for a wrong one. */
export function stepOfCode(secret: Buffer, code: string, now: Date): bigint | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null
    ? undefined
    : BigInt(TOTP.counter({ timestamp, period: PERIOD_SECONDS }) + delta);
}

/** What an app shows at a time: a code, the one after it, and when that takes its place. */
export function codesAt(
  secret: Buffer,
  now: Date,
): { readonly code: string; readonly nextCode: string; readonly expiresAt: Date } {
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const periodMs = PERIOD_SECONDS * 1_000;
  const endsMs = (Math.floor(timestamp / periodMs) + 1) * periodMs;
  return {
    code: totp.generate({ timestamp }),
    nextCode: totp.generate({ timestamp: endsMs }),
    expiresAt: new Date(endsMs),
  };
}
