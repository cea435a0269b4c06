import { Secret, TOTP } from "otpauth";
import type { Keys } from "../../platform/crypto/keys.ts";

/**
 * RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, 30
 * seconds.
 */
const PERIOD_SECONDS = 30;
/**
 * Time steps before and after the current one whose code is accepted, for clock skew and typing.
 */
const WINDOW_STEPS = 1;
/** RFC 4226 requires 128 bits and recommends the length of the hash. */
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

/** Returns a new secret. It is stored sealed to one context, such as its owner's id. */
export function newTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).buffer);
}

export function sealTotpSecret(keys: Keys, secret: Buffer, place: string): Buffer {
  return keys.seal("totp-secret", secret, place);
}

export function openTotpSecret(keys: Keys, sealed: Buffer, place: string): Buffer {
  return keys.open("totp-secret", sealed, place);
}

/** Returns what an authenticator app needs, to be typed or read from a QR code. */
export function describeTotpSecret(
  secret: Buffer,
  label: string,
): { readonly secret: string; readonly uri: string } {
  const totp = totpOf(secret, label);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Returns the time step of a code, or undefined for a wrong one. */
export function stepOfCode(secret: Buffer, code: string, now: Date): bigint | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null
    ? undefined
    : BigInt(TOTP.counter({ timestamp, period: PERIOD_SECONDS }) + delta);
}

/** Returns what an app shows at a time: a code, the next one, and when it replaces the first. */
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
