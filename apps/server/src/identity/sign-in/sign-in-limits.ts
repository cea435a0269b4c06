import type { Limit } from "../../platform/rate-limit/rate-limit.ts";

/** A limit that counts calls from one IP address. */
interface AddressLimit extends Limit {
  readonly by: "ip";
}

const MINUTE = 60;
const HOUR = 3_600;

/** Limits for captcha images and proofs of work combined, per IP address. */
export const CAPTCHA_LIMITS: readonly AddressLimit[] = [
  { bucket: "captcha", max: 20, windowSeconds: MINUTE, by: "ip" },
];

/**
 * Limits for sign-in attempts per IP address. The delay after wrong passwords for one name is in
 * sign-in-delay.policy.ts.
 */
export const SIGN_IN_LIMITS: readonly AddressLimit[] = [
  { bucket: "login-burst", max: 5, windowSeconds: 10, by: "ip" },
  { bucket: "login-hour", max: 60, windowSeconds: HOUR, by: "ip" },
];

/** Limits for second-factor attempts per IP address. */
export const SECOND_FACTOR_LIMITS: readonly AddressLimit[] = [
  { bucket: "second-factor-burst", max: 10, windowSeconds: 10, by: "ip" },
  { bucket: "second-factor-hour", max: 120, windowSeconds: HOUR, by: "ip" },
];
