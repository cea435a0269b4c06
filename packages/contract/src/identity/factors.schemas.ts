import * as z from "zod/mini";
import { line, timestamp } from "../fields.ts";

/** Methods for signing in and for confirming one's identity. */
export const FACTOR_METHODS = ["passkey", "totp", "recovery"] as const;
export const factorMethod = z.enum(FACTOR_METHODS);

/** Accepts bytes as WebAuthn encodes them in JSON: base64url without padding. */
function bytes(max: number) {
  return z.string("wrong_type").check(
    z.minLength(1, "required"),
    z.maxLength(max, "too_long"),
    z.refine((value) => /^[A-Za-z0-9_-]*$/.test(value), "malformed"),
  );
}

export const TRANSPORTS = [
  "ble",
  "cable",
  "hybrid",
  "internal",
  "nfc",
  "smart-card",
  "usb",
] as const;
const transports = z
  .array(z.enum(TRANSPORTS, "not_allowed"), "wrong_type")
  .check(z.maxLength(TRANSPORTS.length, "too_long"));

const credentialId = bytes(1_400);
const publicKeyType = z.literal("public-key", "not_allowed");

/** An authenticator's response to a challenge: the credential's JSON without extensions. */
export const passkeyAssertion = z.strictObject({
  id: credentialId,
  type: publicKeyType,
  response: z.strictObject({
    clientDataJSON: bytes(8_192),
    authenticatorData: bytes(4_096),
    signature: bytes(8_192),
  }),
});

/** A credential that an authenticator created. */
export const passkeyAttestation = z.strictObject({
  id: credentialId,
  type: publicKeyType,
  response: z.strictObject({
    clientDataJSON: bytes(8_192),
    attestationObject: bytes(32_768),
    transports: z.optional(transports),
  }),
});

/** A six-digit code from an authenticator app. */
export const totpCode = z.string("wrong_type").check(z.regex(/^[0-9]{6}$/, "malformed_code"));
/** A recovery code as printed or typed: case, spaces and dashes are ignored. */
export const recoveryCode = line(40);

/** The second-factor fields. A call requires exactly one of them. */
export const factorFields = {
  totp: z.optional(totpCode),
  recoveryCode: z.optional(recoveryCode),
  passkey: z.optional(passkeyAssertion),
};

/** Returns whether exactly one of several optional fields is present. */
export function isExactlyOne(given: readonly unknown[]): boolean {
  return given.filter((value) => value !== undefined).length === 1;
}

/** What a browser passes to its authenticators to sign a challenge. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal("required"),
  allowCredentials: z.array(
    z.object({
      id: z.string(),
      type: z.literal("public-key"),
      transports: z.array(z.string()),
    }),
  ),
});

/** What a browser passes to its authenticators to create a passkey. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal("none"),
  authenticatorSelection: z.object({
    residentKey: z.literal("preferred"),
    userVerification: z.literal("required"),
  }),
  excludeCredentials: z.array(
    z.object({
      id: z.string(),
      type: z.literal("public-key"),
      transports: z.array(z.string()),
    }),
  ),
});

/** Sent with `second_factor_required` during a sign-in: the next step, valid for five minutes. */
export const signInChallenge = z.object({
  challenge: z.string(),
  methods: z.array(factorMethod),
  /** Null if the person has no passkeys. */
  passkey: z.nullable(passkeyRequest),
});

export const secondFactorBody = z
  .strictObject({
    challenge: bytes(64),
    ...factorFields,
  })
  .check(
    z.refine(({ totp, recoveryCode: code, passkey }) => isExactlyOne([totp, code, passkey]), {
      error: "not_exactly_one",
      path: ["totp"],
    }),
  );

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: z.nullable(timestamp),
});

/** A person's second factors. Never contains a secret. */
export const factors = z.object({
  /** Methods for confirming one's identity; empty if there is only a password. */
  methods: z.array(factorMethod),
  totp: z.nullable(z.object({ createdAt: timestamp, lastUsedAt: z.nullable(timestamp) })),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.number(),
  /** Whether the last factor can only be replaced, never removed. */
  required: z.boolean(),
});

/** The secret of an authenticator app. Shown only until the first code confirms it. */
export const totpSecret = z.object({
  secret: z.string(),
  /** The same secret as an `otpauth://` URI, for a QR code. */
  uri: z.string(),
  expiresAt: timestamp,
});

export const confirmTotpBody = z.strictObject({ code: totpCode });

const PASSKEY_NAME_LENGTH = 60;
const passkeyName = line(PASSKEY_NAME_LENGTH);
export const addPasskeyBody = z.strictObject({
  name: passkeyName,
  credential: passkeyAttestation,
});
export const renamePasskeyBody = z.strictObject({ name: passkeyName });

/** A change of factors, which ends all other sessions and replaces this session's token. */
export const changedFactors = z.object({
  token: z.string(),
  /** New recovery codes, shown only once; `null` if the existing codes stay valid. */
  recoveryCodes: z.nullable(z.array(z.string())),
});

export type FactorMethod = (typeof FACTOR_METHODS)[number];
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>;
export type PasskeyRequest = z.infer<typeof passkeyRequest>;
export type PasskeyCreation = z.infer<typeof passkeyCreation>;
export type SignInChallenge = z.infer<typeof signInChallenge>;
export type Factors = z.infer<typeof factors>;
export type ListedPasskey = z.infer<typeof passkey>;
export type TotpSecret = z.infer<typeof totpSecret>;
export type ChangedFactors = z.infer<typeof changedFactors>;
