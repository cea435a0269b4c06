import { Secret, TOTP } from "otpauth";
import type { Keys } from "../../platform/crypto/keys.ts";

/**
 * RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, 30
 * seconds.
 */
const PERIOD_SECONDS = 30;
/**
 * Number of time steps before and after the current one whose codes are accepted, to allow for
 * clock skew and typing.
 */
const WINDOW_STEPS = 1;
/** RFC 4226 requires at least 128 bits and recommends the length of the hash. */
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

/** Returns a new secret. Secrets are stored sealed to a context, such as the owner's id. */
export function newTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).buffer);
}

export function sealTotpSecret(keys: Keys, secret: Buffer, place: string): Buffer {
  return keys.seal("totp-secret", secret, place);
}

export function openTotpSecret(keys: Keys, sealed: Buffer, place: string): Buffer {
  return keys.open("totp-secret", sealed, place);
}

/** Returns the details that an authenticator app needs, to be typed in or scanned as a QR code. */
export function describeTotpSecret(
  secret: Buffer,
  label: string,
): { readonly secret: string; readonly uri: string } {
  const totp = totpOf(secret, label);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Returns the time step that a code belongs to, or undefined if the code is wrong. */
export function stepOfCode(secret: Buffer, code: string, now: Date): bigint | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null
    ? undefined
    : BigInt(TOTP.counter({ timestamp, period: PERIOD_SECONDS }) + delta);
}

/**
 * Returns what an authenticator app shows at a given time: the code, the next code, and when the
 * next code replaces it.
 */
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
