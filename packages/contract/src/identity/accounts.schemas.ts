import * as z from "zod/mini";
import { MAX_MANDATE_MERCHANT, MAX_MANDATE_PURPOSE } from "../cards/mandate-figures.ts";
import { amountInput, email, id, line, mailedCode, timeInput, timestamp } from "../fields.ts";
import { factorFields, isExactlyOne } from "./factors.schemas.ts";
import { MEMBER_PERMISSIONS, MEMBER_ROLES } from "./member-permissions.ts";
import { remainingInput } from "./remaining.schemas.ts";

/** Roles of signed-in people. The server checks the role on every call. */
export const role = z.enum(["customer", "support", "reviewer", "administrator", "auditor"]);

export const user = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role,
  createdAt: timestamp,
});

/** A page of the console that the user may open. */
export const menu = z.object({ key: z.string(), path: z.string() });

export const session = z.object({ token: z.string(), user, menus: z.array(menu) });
export const profile = z.object({
  user,
  menus: z.array(menu),
  /** The company for which the session acts; absent if the person acts for themselves. */
  acting: z.optional(
    z.object({
      id: z.string(),
      name: z.string(),
      role: z.enum(MEMBER_ROLES),
      permissions: z.array(z.enum(MEMBER_PERMISSIONS)),
      /** Whether the role requires a second factor that the person does not have. */
      lacksSecondFactor: z.boolean(),
    }),
  ),
});

/** Minimum and maximum length of a password. There is no composition rule. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;

/** A newly chosen password. The server checks it against forbidden content. */
export const newPassword = z.string("wrong_type").check(
  z.minLength(PASSWORD_LENGTH.min, "too_short"),
  z.maxLength(PASSWORD_LENGTH.max, "too_long"),
  z.refine((value) => value.isWellFormed() && !value.includes("\u0000"), "malformed_text"),
);

/** A password used to sign in: any text that can be hashed. */
const givenPassword = z.string("wrong_type").check(
  z.minLength(1, "required"),
  z.maxLength(PASSWORD_LENGTH.max, "too_long"),
  z.refine((value) => value.isWellFormed() && !value.includes("\u0000"), "malformed_text"),
);

const captcha = {
  captchaId: z.string("wrong_type").check(z.minLength(1, "required"), z.maxLength(64, "too_long")),
  /**
   * The characters in the image, or the numbers that solve a proof of work (`captchaProof`), joined
   * by dots.
   */
  captchaCode: line(80),
};

const agreement = z.literal(true, "agreement_required");

/** Returns whether both entries of a new password are the same. */
export function passwordsAgree(value: { password: string; confirmPassword: string }): boolean {
  return value.password === value.confirmPassword;
}

/** The error reported if the two entries of a password differ. */
export const passwordsDiffer = { error: "passwords_differ", path: ["confirmPassword"] };

export const sendCodeBody = z.strictObject({
  email,
  purpose: z.enum(["register", "reset"], "not_allowed"),
  ...captcha,
});
export const sendCodeAnswer = z.object({
  expiresInSeconds: z.number(),
  retryAfterSeconds: z.number(),
});

/**
 * Registration with or without an emailed `code`. Without a code, a captcha is required and a link
 * is sent by email. This is one object rather than a union, so that each field's error can be
 * reported.
 */
export const registerBody = z
  .strictObject({
    email,
    password: newPassword,
    confirmPassword: newPassword,
    agreement,
    code: z.optional(mailedCode),
    captchaId: z.optional(captcha.captchaId),
    captchaCode: z.optional(captcha.captchaCode),
  })
  .check(
    z.refine(passwordsAgree, passwordsDiffer),
    z.refine((body) => body.code !== undefined || body.captchaId !== undefined, {
      error: "required",
      path: ["captchaId"],
    }),
    z.refine((body) => body.code !== undefined || body.captchaCode !== undefined, {
      error: "required",
      path: ["captchaCode"],
    }),
    z.refine((body) => body.code === undefined || body.captchaId === undefined, {
      error: "not_allowed",
      path: ["captchaId"],
    }),
    z.refine((body) => body.code === undefined || body.captchaCode === undefined, {
      error: "not_allowed",
      path: ["captchaCode"],
    }),
  );
export const registerAnswer = z.object({ status: z.enum(["active", "verification-sent"]) });

export const verifyEmailBody = z.strictObject({
  token: z.string("wrong_type").check(z.minLength(1, "required"), z.maxLength(128, "too_long")),
});

export const loginBody = z.strictObject({
  username: line(254),
  password: givenPassword,
  remember: z.optional(z.boolean("wrong_type")),
});

export const resetPasswordBody = z
  .strictObject({ email, code: mailedCode, password: newPassword, confirmPassword: newPassword })
  .check(z.refine(passwordsAgree, passwordsDiffer));
export const resetPasswordAnswer = z.object({ status: z.literal("reset") });

/** Normalized as in the address book, so that the step-up token covers the same characters. */
const shownAddress = line(128);

/**
 * What someone was shown when they confirmed their identity. A step-up token with a subject is
 * valid only for that subject, and only once. A token without a subject is rejected where a subject
 * is required, with one exception: it can reveal one card number, that of the first card it is used
 * on.
 */
export const proofSubject = z.discriminatedUnion("operation", [
  z.strictObject({
    operation: z.literal("withdrawal"),
    quoteId: id("quo"),
    /** Exactly as in the quote. */
    amount: amountInput,
    currency: line(8),
    address: shownAddress,
  }),
  z.strictObject({
    operation: z.literal("payout_address"),
    address: shownAddress,
    network: line(16),
  }),
  z.strictObject({ operation: z.literal("email_change"), email }),
  z.strictObject({ operation: z.literal("account_closing"), remaining: remainingInput }),
  z.strictObject({ operation: z.literal("card_reveal"), cardId: id("card") }),
  z.strictObject({ operation: z.literal("card_verify"), cardId: id("card") }),
  z.strictObject({
    operation: z.literal("mandate_approval"),
    mandateId: id("mdt"),
    revision: z.int("wrong_type"),
    /** Exactly as in the mandate and its offer. */
    merchant: line(MAX_MANDATE_MERCHANT),
    ceiling: amountInput,
    currency: line(8),
    until: timeInput,
    purpose: line(MAX_MANDATE_PURPOSE),
    total: amountInput,
  }),
]);

/**
 * Requires exactly one of the four fields. The password is accepted only if there is no second
 * factor.
 */
export const proofBody = z
  .strictObject({
    password: z.optional(givenPassword),
    ...factorFields,
    subject: z.optional(proofSubject),
  })
  .check(
    z.refine(
      ({ password, totp, recoveryCode: code, passkey }) =>
        isExactlyOne([password, totp, code, passkey]),
      { error: "not_exactly_one", path: ["password"] },
    ),
  );
export const proofAnswer = z.object({ proof: z.string(), expiresAt: timestamp });

export const changePasswordBody = z
  .strictObject({ password: newPassword, confirmPassword: newPassword })
  .check(z.refine(passwordsAgree, passwordsDiffer));
export const changePasswordAnswer = z.object({
  /** The session's new token. */
  token: z.string(),
});

/** Minimum and maximum length of a username. */
export const USERNAME_LENGTH = { min: 2, max: 40 } as const;

/** A newly chosen username, converted to lowercase. It never contains `@`. */
export const newUsername = z.string("wrong_type").check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(USERNAME_LENGTH.min, "too_short"),
  z.maxLength(USERNAME_LENGTH.max, "too_long"),
  z.refine((value) => /^[a-z0-9][a-z0-9._-]*$/.test(value), "malformed_username"),
);

export const changeUsernameBody = z.strictObject({ username: newUsername });

/** Browsers that Tessera recognizes. */
export const BROWSERS = [
  "chrome",
  "edge",
  "firefox",
  "opera",
  "safari",
  "samsung-internet",
  "wechat",
] as const;

/** Operating systems that Tessera recognizes. */
export const SYSTEMS = [
  "android",
  "chromeos",
  "ipad",
  "iphone",
  "linux",
  "macos",
  "windows",
] as const;

/** A session as its owner sees it. No list contains the session's token. */
export const signedInDevice = z.object({
  id: z.string(),
  /** Whether this is the caller's current session. */
  current: z.boolean(),
  /** Derived from the user agent; `null` if it is not recognized. */
  browser: z.nullable(z.enum(BROWSERS)),
  system: z.nullable(z.enum(SYSTEMS)),
  /**
   * The network that the sign-in came from (`203.0.113.0/24`); `null` for the server's own network.
   */
  network: z.nullable(z.string()),
  createdAt: timestamp,
  lastSeenAt: timestamp,
});
/** How many sessions were ended. */
export const endedSessions = z.object({ ended: z.number() });

export const captchaQuery = z.strictObject({
  t: z.optional(z.string("wrong_type").check(z.maxLength(32, "too_long"))),
});

/**
 * A proof of work that a browser computes in place of an image captcha. For each part, starting at
 * 0, the browser finds a decimal number such that PBKDF2 with HMAC-SHA-256, `captchaId:part` as the
 * password, the number as the salt, and `rounds` iterations derives 32 bytes that start with `bits`
 * zero bits.
 */
export const captchaProof = z.object({
  captchaId: z.string(),
  parts: z.number(),
  bits: z.number(),
  rounds: z.number(),
  expiresInSeconds: z.number(),
});

export const customerId = id("cus");

export type CaptchaProof = z.infer<typeof captchaProof>;
export type Role = z.infer<typeof role>;
export type User = z.infer<typeof user>;
export type Menu = z.infer<typeof menu>;
export type Session = z.infer<typeof session>;
export type Profile = z.infer<typeof profile>;
export type SignedInDevice = z.infer<typeof signedInDevice>;
export type Browser = (typeof BROWSERS)[number];
export type System = (typeof SYSTEMS)[number];
export type ProofSubject = z.infer<typeof proofSubject>;
export type RegisterBody = z.infer<typeof registerBody>;
